import pg from 'pg'
import { notOfExtension } from '../../backup/catalog.ts'
import { protectedTables } from './protected-tables.ts'
import { restReader } from './rest-reader.ts'

/**
 * The owner of the tables, and how the rights of the app's account differ from those that it should have (decision 86).
 */
export type Rights = {
  owner: string
  /** The app's account owns the tables, or may act as their owner: there is one account for everything. */
  isUndivided: boolean
  /** One line each; none if all is right. With one account for everything, that is the only line. */
  deviations: string[]
}

/**
 * Selects the rights of an account as a row of {@link Rights}; the tables must exist. Every source of a right counts:
 * grants to the account, to everybody and to its roles.
 */
export const rightsQuery = (app: string): string => `
  with wanted as (
    select * from jsonb_to_recordset(${pg.escapeLiteral(JSON.stringify(rowRights))})
      as w (name text, updates text[], deletes bool, adds bool)
  ),
  app as (select * from pg_roles where rolname = ${pg.escapeLiteral(app)}),
  owner as (
    select r.oid, r.rolname, coalesce(pg_has_role(app.oid, r.oid, 'member'), false) as is_app
    from pg_class c join pg_roles r on r.oid = c.relowner left join app on true
    where c.oid = to_regclass('public.migrations')
  ),
  relations as (
    select c.oid, c.oid::regclass::text as name, c.relkind, c.relowner, c.relrowsecurity, w.name is not null as is_protected,
      w.updates, coalesce(w.deletes, true) as deletes, coalesce(w.adds, true) as adds
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join wanted w on n.nspname = 'public' and w.name = c.relname
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and ${notOfExtension('c.oid')}
  ),
  routines as (
    select p.oid, p.oid::regprocedure::text as name, p.proowner, p.prosecdef, p.proacl,
      p.prosecdef and p.prorettype = 'trigger'::regtype as is_owners_trigger
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'graphile_worker') and ${notOfExtension('p.oid')}
  ),
  found (line) as (
    select 'is a superuser' from app where rolsuper
    union all
    select 'may change other accounts' from app where rolcreaterole
    union all
    select 'may copy the whole server' from app where rolreplication
    union all
    select 'is in ' || r.name from app, (values ('pg_execute_server_program'), ('pg_write_server_files'),
      ('pg_read_server_files'), ('pg_write_all_data'), ('pg_maintain')) as r (name)
    where not rolsuper and pg_has_role(app.oid, r.name, 'member')
    union all
    -- Where the owner did not make the reading account, whoever did says who may act as it.
    select 'may not read as ${restReader}' from app, owner, pg_roles r
    where r.rolname = '${restReader}' and not pg_has_role(app.oid, r.oid, 'member')
      and pg_has_role(owner.oid, r.oid, 'member with admin option')
    union all
    select 'may switch triggers off' from app
    where not rolsuper and has_parameter_privilege(app.oid, 'session_replication_role', 'set')
    union all
    select format('may %smake %s in the database', case when wanted then 'not ' end, what) from app,
      (values ('create', 'schemas', false), ('temporary', 'temporary tables', true)) as r (privilege, what, wanted)
    where has_database_privilege(app.oid, current_database(), privilege) <> wanted
    union all
    select format('may %s schema %s', case when wanted then 'not use' else 'make things in' end, nspname)
    from app, pg_namespace n, (values ('create', false), ('usage', true)) as r (privilege, wanted)
    where nspname in ('public', 'graphile_worker') and has_schema_privilege(app.oid, n.oid, privilege) <> wanted
    union all
    select format('%s is owned by %s, not by %s', name, pg_get_userbyid(relowner), owner.rolname)
    from relations, owner where relowner <> owner.oid
    union all
    select format('%s is owned by %s, not by %s', name, pg_get_userbyid(proowner), owner.rolname)
    from routines, owner where proowner <> owner.oid
    union all
    select format('%s %s on %s', case when wanted then 'lacks' else 'has' end, privilege, name)
    from app, relations r, lateral (values
      ('SELECT', true), ('INSERT', adds), ('UPDATE', not is_protected), ('DELETE', deletes),
      ('TRUNCATE', false), ('REFERENCES', false), ('TRIGGER', false), ('MAINTAIN', true)
    ) as p (privilege, wanted)
    where relkind <> 'S' and relowner <> app.oid and has_table_privilege(app.oid, r.oid, privilege) <> wanted
    union all
    select format('%s UPDATE of %s on %s', case when wanted then 'lacks' else 'has' end, attname, name)
    from app, relations r join pg_attribute a on a.attrelid = r.oid and attnum > 0 and not attisdropped,
      lateral (select attname = any (updates) as wanted) w
    where is_protected and relowner <> app.oid and not has_table_privilege(app.oid, r.oid, 'update')
      and has_column_privilege(app.oid, r.oid, attnum, 'update') <> wanted
    union all
    select format('%s %s on %s', case when wanted then 'lacks' else 'has' end, privilege, name)
    from app, relations r, lateral (
      select exists (
        select from pg_depend d join relations of on of.oid = d.refobjid and of.is_protected
        where d.objid = r.oid and d.deptype in ('a', 'i')) as is_protected) s,
      lateral (values ('SELECT', true), ('USAGE', not s.is_protected), ('UPDATE', not s.is_protected)) as p (privilege, wanted)
    where relkind = 'S' and relowner <> app.oid and has_sequence_privilege(app.oid, r.oid, privilege) <> wanted
    union all
    select format('rows of %s are hidden from it', name) from relations where relrowsecurity
    union all
    select case when is_owners_trigger then format('may hang %s, which acts as %s, on tables of its own', name, owner.rolname)
      else format('may not call %s', name) end
    from app, owner, routines r
    where has_function_privilege(app.oid, r.oid, 'execute') = is_owners_trigger
    union all
    select format('has a setting of its own: %s', setting)
    from app join pg_db_role_setting s on s.setrole = app.oid, unnest(s.setconfig) as setting
    where s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database())
    union all
    select format('everybody may call %s, which acts as %s', name, owner.rolname) from owner, routines
    where prosecdef and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))
    union all
    select 'will have no rights on new tables' from app, owner
    where 5 > (
      select count(distinct privilege_type) from pg_default_acl d, aclexplode(d.defaclacl) a
      where d.defaclrole = owner.oid and d.defaclnamespace = 'public'::regnamespace and d.defaclobjtype = 'r'
        and (a.grantee = 0 or pg_has_role(app.oid, a.grantee, 'usage')) and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MAINTAIN'))
  )
  select rolname::text as owner, is_app as "isUndivided",
    case
      when is_app then array[format('owns the tables, or may act as %s who does', rolname)]
      when not exists (select from app) then array['does not exist']
      else array(select line from found order by line)
    end as deviations
  from owner`

/** {@link protectedTables} for a statement. */
export const rowRights = Object.entries(protectedTables).map(
  ([name, { updates, deletes = false, adds = true }]) => ({
    name,
    updates,
    deletes,
    adds,
  }),
)
