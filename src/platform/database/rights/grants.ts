import pg from 'pg'
import { notOfExtension } from '../../backup/catalog.ts'
import { rowRights } from './deviations.ts'

const byName = Object.fromEntries(rowRights.map(({ name, ...rights }) => [name, rights]))

/**
 * One statement that gives the app's account exactly the rights that it should have, as far as the owner, who runs it,
 * may (decision 86). Columns lose their rights with their table.
 */
export const grantQuery = (app: string): string => `
  do $rights$
  declare
    app constant text := quote_ident(${pg.escapeLiteral(app)});
    wanted constant jsonb := ${pg.escapeLiteral(JSON.stringify(byName))};
    r record;
  begin
    execute format('grant temporary on database %I to %s', current_database(), app);
    execute format('revoke create on database %I from %s, public', current_database(), app);
    execute format('alter default privileges in schema public grant select, insert, update, delete, maintain on tables to %s', app);
    for r in select unnest(array['public', 'graphile_worker']) as name loop
      execute format('grant usage on schema %I to %s', r.name, app);
      execute format('revoke create on schema %I from %s, public', r.name, app);
    end loop;
    for r in
      select c.oid::regclass as name, c.relkind, c.relrowsecurity, w.rights
      from pg_class c left join jsonb_each(wanted) as w (name, rights)
        on c.relnamespace = 'public'::regnamespace and w.name = c.relname
      where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and c.relkind in ('r', 'p', 'v', 'm') and pg_has_role(c.relowner, 'usage') and ${notOfExtension('c.oid')}
    loop
      execute format('revoke all on %s from %s cascade', r.name, app);
      if r.relrowsecurity then
        execute format('alter table %s disable row level security', r.name);
      end if;
      if r.rights is null then
        execute format('revoke truncate, references, trigger on %s from public', r.name);
        execute format('grant select, insert, update, delete, maintain on %s to %s', r.name, app);
      else
        execute format('revoke insert, update, delete, truncate, references, trigger on %s from public', r.name);
        execute format('grant select, maintain on %s to %s', r.name, app);
        if r.rights ->> 'adds' = 'true' then execute format('grant insert on %s to %s', r.name, app); end if;
        if r.rights ->> 'deletes' = 'true' then execute format('grant delete on %s to %s', r.name, app); end if;
        if r.rights -> 'updates' <> '[]' then
          execute format('grant update (%s) on %s to %s',
            (select string_agg(quote_ident(c), ', ') from jsonb_array_elements_text(r.rights -> 'updates') as c), r.name, app);
        end if;
      end if;
    end loop;
    for r in
      select c.oid::regclass as name, exists (
        select from pg_depend d join pg_class t on t.oid = d.refobjid
        where d.objid = c.oid and d.deptype in ('a', 'i') and t.relnamespace = 'public'::regnamespace and wanted ? t.relname
      ) as is_protected
      from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind = 'S'
        and pg_has_role(c.relowner, 'usage') and ${notOfExtension('c.oid')}
    loop
      execute format('revoke all on sequence %s from %s cascade', r.name, app);
      execute format('grant select on sequence %s to %s', r.name, app);
      if not r.is_protected then execute format('grant usage, update on sequence %s to %s', r.name, app); end if;
    end loop;
    for r in
      select p.oid::regprocedure as name, p.prosecdef, p.prosecdef and p.prorettype = 'trigger'::regtype as is_owners_trigger
      from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and pg_has_role(p.proowner, 'usage') and ${notOfExtension('p.oid')}
    loop
      if r.prosecdef then execute format('revoke execute on routine %s from public', r.name); end if;
      if r.is_owners_trigger then execute format('revoke execute on routine %s from %s', r.name, app);
      else execute format('grant execute on routine %s to %s', r.name, app); end if;
    end loop;
    -- Only the creator of the account may change its settings; on a managed server that need not be the owner.
    begin
      for r in
        select case when s.setdatabase <> 0 then format('in database %I', current_database()) end as place
        from pg_db_role_setting s join pg_roles a on a.oid = s.setrole
        where a.rolname = ${pg.escapeLiteral(app)}
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      loop
        execute format('alter role %s %s reset all', app, r.place);
      end loop;
    exception when insufficient_privilege then
      null;
    end;
  end $rights$`
