"""Makes the fonts of the share images, and coverage.json: what each can draw. See README.md."""
import json
import sys
from pathlib import Path
from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

PACKAGES = Path(sys.argv[1])
CJK = sys.argv[2]
OUT = Path(sys.argv[3])

def rows(codec, first):
    """The two-byte characters of a standard, by its first bytes."""
    found = set()
    for high in first:
        for low in range(0x40, 0xFF):
            try:
                found.add(bytes([high, low]).decode(codec))
            except UnicodeDecodeError:
                pass
    return found

def cjk_characters():
    """The code points of what the standards of China, Taiwan, Japan and Korea list."""
    standards = (rows('gb2312', range(0xA1, 0xF8)) | rows('euc_jp', range(0xA1, 0xF5))
                 | rows('euc_kr', range(0xA1, 0xC9)) | rows('big5', range(0xA1, 0xC7)))
    return {ord(c) for c in standards if ord(c) >= 0x2E80 and not 0xE000 <= ord(c) < 0xF900}

def cut(font, characters, features='*'):
    """The font with these code points alone, without hints for small sizes."""
    options = subset.Options()
    options.layout_features = [features] if features else []
    options.hinting = False
    options.desubroutinize = features == ''
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    if features == '':
        options.drop_tables += ['vhea', 'vmtx', 'VORG', 'BASE']
    one = subset.Subsetter(options)
    one.populate(unicodes=characters)
    one.subset(font)
    return font

def merged(fonts):
    """One font of several that share no character."""
    files = []
    for n, font in enumerate(fonts):
        file = OUT / f'.part{n}.ttf'
        font.flavor = None
        font.save(file)
        files.append(str(file))
    options = merge.Options()
    options.drop_tables = ['STAT', 'DSIG', 'MVAR', 'HVAR']
    result = merge.Merger(options).merge(files) if len(files) > 1 else TTFont(files[0])
    for file in files:
        Path(file).unlink()
    return result

def parts(package, subsets, weight, axes=None, style='normal'):
    """The subsets of a Fontsource package in one weight, each without what an earlier one has."""
    fonts, taken = [], set()
    for name in subsets:
        if axes:
            axis = 'opsz' if 'opsz' in axes else 'wght'
            file = PACKAGES / '@fontsource-variable' / package / 'files' / f'{package}-{name}-{axis}-{style}.woff2'
            font = instancer.instantiateVariableFont(TTFont(file), axes)
        else:
            file = PACKAGES / '@fontsource' / package / 'files' / f'{package}-{name}-{weight}-normal.woff'
            font = TTFont(file)
        characters = set(font.getBestCmap()) - taken
        taken |= characters
        fonts.append(cut(font, characters))
    return fonts

def save(font, name, family):
    """Writes the font under a name of its own; returns its code points as ranges."""
    for record in font['name'].names:
        if record.nameID in (1, 4, 16):
            record.string = family
        if record.nameID == 6:
            record.string = family.replace(' ', '')
        if record.nameID in (2, 17):
            record.string = 'Regular'
    font['OS/2'].usWeightClass = 400
    font['OS/2'].fsSelection = 0x40 | (font['OS/2'].fsSelection & 0x80)
    font['head'].macStyle = 0
    if 'CFF ' in font:
        font['CFF '].cff.topDictIndex[0].FamilyName = family
    font.flavor = None
    font.save(OUT / f'{name}.ttf')
    points = sorted(p for p in font.getBestCmap() if p >= 0x20)
    ranges = []
    for p in points:
        if ranges and ranges[-1][1] == p - 1:
            ranges[-1][1] = p
        else:
            ranges.append([p, p])
    return ' '.join(f'{a:x}' if a == b else f'{a:x}-{b:x}' for a, b in ranges)

LATIN = ['latin', 'latin-ext', 'vietnamese']
SCRIPTS = {
    'arabic': ('noto-naskh-arabic', ['arabic']),
    'hebrew': ('noto-serif-hebrew', ['hebrew']),
    'cyrillic-greek': ('noto-serif', ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']),
}
for script in 'devanagari thai bengali tamil telugu gujarati malayalam georgian armenian'.split():
    SCRIPTS[script] = (f'noto-serif-{script}', [script])

coverage = {}
coverage['display'] = save(merged(parts('fraunces', LATIN, 0, {'opsz': 72, 'wght': 560})), 'display', 'Share display')
coverage['text'] = save(merged(parts('inter', LATIN, 0, {'wght': 500})), 'text', 'Share text')
for name, (package, subsets) in SCRIPTS.items():
    coverage[name] = save(merged(parts(package, subsets, 600)), name, f'Share {name}')
coverage['cjk'] = save(cut(TTFont(CJK, fontNumber=0), cjk_characters(), ''), 'cjk', 'Share cjk')
coverage['quote'] = save(merged(parts('fraunces', LATIN, 0, {'opsz': 18, 'wght': 420}, 'italic')), 'quote', 'Share quote')
coverage['emoji'] = save(merged(parts('noto-emoji', ['emoji'], 500)), 'emoji', 'emoji')
(OUT / 'coverage.json').write_text(json.dumps(coverage, indent=1) + '\n')
