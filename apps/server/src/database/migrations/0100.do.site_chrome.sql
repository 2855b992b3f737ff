-- The entries of the footer, in order; null: the default form. What the site has not switched on is left out.
alter table site
  add column footer text[]
    check (footer <@ array['home', 'trade', 'futures', 'order', 'wallet', 'search', 'support', 'more'] and cardinality(footer) between 2 and 7);

-- BINARY among a site's coins turns its rounds on: sites that have them switched off do not use it.
update site
   set used_coins = array_to_string(array_remove(string_to_array(used_coins, ','), 'BINARY'), ',')
 where substr(flags, 6, 1) = '0';
