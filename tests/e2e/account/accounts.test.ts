import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, fill, newcomer, toastOf } from '../helpers/forms.ts'
import { holdScripts } from '../helpers/holding.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

describe('spec section 2: /signup', () => {
  it('makes an account, says so and goes on to the feed signed in', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    await expect(page.getByRole('heading', { level: 1 }).textContent()).resolves.toBe(
      'Join the social commerce revolution',
    )
    await fill(page, newcomer())
    await button(page, 'Sign up').click()
    await page.waitForURL('**/feed')
    const toast = toastOf(page, 'Account created successfully! 🎉')
    await toast.waitFor()
    expect(await toast.textContent()).toContain(
      "Welcome to Folio! You're now logged in and ready to start sharing products.",
    )
    await page.getByText('Ana López').waitFor()
    await toast.waitFor({ state: 'detached', timeout: 8_000 })
  })

  it('lets browsers and password managers fill the form in', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    const purposes = await page
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    expect(purposes).toEqual(['given-name', 'family-name', 'email', 'new-password'])
  })

  it('puts the cursor into the first field', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    await page.locator('input:focus').waitFor()
    expect(await page.locator('input:focus').getAttribute('name')).toBe('first_name')
  })

  it('names what is missing beside each field, and begins at the first', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    await field(page, 'Password').focus()
    await button(page, 'Sign up').click()
    for (const label of ['First name', 'Last name', 'Email', 'Password']) {
      await page.getByText(`${label} is required`).waitFor()
      expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
    }
    expect(await page.locator('input:focus').getAttribute('name')).toBe('first_name')
  })

  it.each([
    ['Email', 'maya', 'Enter a valid email address'],
    ['Email', 'maya@localhost', 'Enter a valid email address'],
    ['First name', '   ', 'First name is required'],
    ['Last name', 'x'.repeat(101), 'Last name must have at most 100 characters'],
    ['Password', '12345', 'Password should be at least 6 characters.'],
  ])('refuses %s %j before asking the server', async (label, value, message) => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    let calls = 0
    await page.route('**/auth/v1/signup*', (route) => {
      calls++
      return route.abort()
    })
    await fill(page, { ...newcomer(), [label]: value })
    await button(page, 'Sign up').click()
    await page.getByText(message).waitFor()
    expect(calls).toBe(0)
  })

  it('shows how strong the password is', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    for (const [password, strength] of [
      ['12345', 'Weak'],
      ['123456', 'Medium'],
      ['1234567', 'Medium'],
      ['12345678', 'Strong'],
    ] as const) {
      await field(page, 'Password').fill(password)
      await page.getByText(`Password strength: ${strength}`, { exact: true }).waitFor()
    }
  })

  it('tells that an address is taken, and keeps what was typed', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    const values = { ...newcomer(), Email: maya.email }
    await fill(page, values)
    await button(page, 'Sign up').click()
    await toastOf(page, 'Sign up failed').getByText('User already registered').waitFor()
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('main').getByText('User already registered').waitFor()
    for (const [label, value] of Object.entries(values))
      expect(await field(page, label).inputValue()).toBe(value)
  })

  it('repeats why the server does not take a password, beside the field', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    await fill(page, { ...newcomer(), Password: 'password' })
    const refused = page.waitForResponse('**/auth/v1/signup*')
    await button(page, 'Sign up').click()
    const { weak_password, message } = await (await refused).json()
    expect(weak_password.reasons).toEqual(['pwned'])
    await toastOf(page, 'Sign up failed').getByText(message).waitFor()
    await page.getByRole('main').getByText(message).waitFor()
    expect(await field(page, 'Password').getAttribute('aria-invalid')).toBe('true')
  })

  it('makes one account of a double click', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/signup')) calls++
    })
    await fill(page, newcomer())
    await button(page, 'Sign up').dblclick()
    await page.waitForURL('**/feed')
    expect(calls).toBe(1)
  })

  it('leads to the terms, the privacy policy and sign-in', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Privacy Policy' }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
    await page.getByText('As an Amazon Associate I earn from qualifying purchases.').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
  })
})

describe('spec section 2: /login', () => {
  it('signs in and goes on to the feed; the way back does not lead to the form again', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/feed')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Share products, earn together' }).waitFor()
    await fill(page, { Email: ` ${maya.email} `, Password: maya.password })
    await field(page, 'Password').press('Enter')
    await page.waitForURL('**/feed')
    await page.getByText('Maya Okafor').waitFor()
    await page.goBack()
    expect(addressOf(page)).toBe('/feed')
  })

  it('lets browsers and password managers fill the form in', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
    expect(await field(page, 'Email').getAttribute('autocomplete')).toBe('email')
    expect(await field(page, 'Password').getAttribute('autocomplete')).toBe('current-password')
  })

  it('shows and hides the password', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
    await field(page, 'Password').fill('secret')
    await button(page, 'Show password').click()
    expect(await field(page, 'Password').getAttribute('type')).toBe('text')
    await button(page, 'Hide password').click()
    expect(await field(page, 'Password').getAttribute('type')).toBe('password')
    expect(await field(page, 'Password').inputValue()).toBe('secret')
  })

  it('links to sign-up, and to nothing that does not exist', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
    const targets = await page
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(targets).toEqual(['/feed', '/forgot', '/signup'])
  })

  it('sends who is signed in already to the feed', async () => {
    const context = await visitor(stage.browser, stage.app, { as: maya })
    for (const address of ['/login', '/signup']) {
      const page = await context.newPage()
      await page.goto(address)
      await page.waitForURL('**/feed')
    }
  })
})

describe('spec section 4: SIGNED_IN', () => {
  it.each(['/login', '/signup'])('in another tab takes %s along', async (address) => {
    const context = await visitor(stage.browser, stage.app)
    const waiting = await open(context, address)
    const acting = await open(context, '/login')
    await fill(acting, { Email: maya.email, Password: maya.password })
    await button(acting, 'Log in').click()
    await waiting.waitForURL('**/feed')
    await waiting.getByText('Maya Okafor').waitFor()
  })
})

describe('spec section 8: sign-in failures', () => {
  it('repeats the server, and keeps what was typed', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
    await fill(page, { Email: maya.email, Password: 'wrong password' })
    await button(page, 'Log in').click()
    await toastOf(page, 'Sign in failed').getByText('Invalid login credentials').waitFor()
    expect(await field(page, 'Email').inputValue()).toBe(maya.email)
    expect(await field(page, 'Password').inputValue()).toBe('wrong password')
    await fill(page, { Password: maya.password })
    expect(await field(page, 'Password').getAttribute('aria-invalid')).toBeNull()
    await button(page, 'Log in').click()
    await page.waitForURL('**/feed')
  })

  it('says that there is no network', async () => {
    const context = await visitor(stage.browser, stage.app)
    const page = await open(context, '/login')
    await fill(page, { Email: maya.email, Password: maya.password })
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await button(page, 'Log in').click()
    await page.getByText('You appear to be offline. Please check your connection.').waitFor()
    await context.setOffline(false)
    await button(page, 'Log in').click()
    await page.waitForURL('**/feed')
  })

  it('has words for what nobody expected', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
    await page.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status: 418, contentType: 'text/html', body: '<h1>A proxy</h1>' }),
    )
    await fill(page, { Email: maya.email, Password: maya.password })
    await button(page, 'Log in').click()
    await toastOf(page, 'Error').getByText('An unexpected error occurred').waitFor()
  })
})

describe('a form that the server rendered', () => {
  it('loses nothing of what was typed, and sent, before the app took over', async () => {
    const page = await (await visitor(stage.browser, stage.app)).newPage()
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await fill(page, { Email: maya.email, Password: maya.password })
    await field(page, 'Password').press('Enter')
    expect(addressOf(page)).toBe('/login')
    release()
    await page.waitForURL('**/feed')
    await page.getByText('Maya Okafor').waitFor()
  })
})
