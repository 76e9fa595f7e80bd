-- An amount in a currency's smallest unit as hundredths of a whole one, so that amounts of all currencies can be sorted
-- and filtered by the number that is shown. Yen have no cents.
create or replace function in_hundredths(amount bigint, of_currency text) returns bigint language sql immutable parallel safe as $$
  select amount * case of_currency when 'JPY' then 100 else 1 end
$$;
