-- Sites, their members, login sessions and what guards the sign-in.

create table site (
  id              bigint primary key,
  code            text not null unique check (code ~ '^[a-z0-9_-]{2,40}$'),
  name            text not null,
  domains         text[] not null default '{}',
  language        text not null default 'ko' check (language in ('ko', 'en')),
  guest_language  text not null default 'ko' check (guest_language in ('ko', 'en')),
  money_mode      text not null default 'DEMO' check (money_mode in ('DEMO', 'LICENSED')),
  -- § six flags: overseas, unused, P2P, futures, powerball, binary
  flags           text not null check (flags ~ '^[01]{6}$'),
  live_chat       boolean not null default false,
  binary_currency text not null default 'KRW',
  used_coins      text not null default 'BINARY,FUTURES',
  deposit_coins   text not null default '',
  buy_coins       text not null default '',
  coin_info       jsonb not null default '{}',
  stock_prefix    text not null default 'CR',
  oversea_prefix  text not null default 'OV',
  logo_url        text,
  accent          text
);
grant select on site to maru_api;
grant select, insert, update on site to maru_core;

create table member (
  site_id         bigint not null references site (id),
  id              bigint not null,
  username        text not null,
  nick            text not null,
  name            text not null,
  email           text not null default '',
  -- AES-256-GCM; the hash is keyed and makes one number one member of a site
  phone_sealed    bytea,
  phone_hash      bytea,
  bank_sealed     bytea,
  address_sealed  bytea,
  password_hash   text not null,
  kind            text not null default 'MEMBER' check (kind in ('MEMBER', 'PARTNER', 'STAFF')),
  status          text not null check (status in ('PENDING', 'ACTIVE', 'DENY')),
  -- the step of the last accepted code: none is accepted twice
  totp_sealed     bytea,
  totp_last_step  bigint not null default 0,
  block_device    text not null default '',
  marketing       boolean,
  inflow          text,
  partner_id      bigint,
  -- null until the core opened the wallets: opening is repeated until it is known to be done
  account_open_at bigint,
  created_at      bigint not null,
  primary key (site_id, id),
  constraint member_username unique (site_id, username),
  constraint member_nick unique (site_id, nick),
  constraint member_phone unique (site_id, phone_hash)
);
create index member_account_open on member (site_id, id) where account_open_at is null;
select maru_tenant('member', 'select, insert, update');

create table partner (
  site_id    bigint not null references site (id),
  id         bigint not null,
  code       text not null check (code ~ '^[A-Za-z0-9]{4,20}$'),
  name       text not null,
  member_id  bigint,
  level      int not null default 0 check (level between 0 and 4),
  parent_id  bigint,
  status     text not null default 'ACTIVE' check (status in ('PENDING', 'ACTIVE', 'SUSPENDED')),
  created_at bigint not null,
  primary key (site_id, id)
);
create unique index partner_code on partner (site_id, lower(code));
select maru_tenant('partner', 'select');

create table login_session (
  site_id      bigint not null,
  id           bigint not null,
  member_id    bigint not null,
  device       text not null,
  ip           text not null,
  created_at   bigint not null,
  last_seen_at bigint not null,
  expires_at   bigint not null,
  -- the refresh tokens by hash: the one to use, and the one before it, which may be repeated for a moment
  token_hash    bytea not null,
  previous_hash bytea,
  rotated_at    bigint not null,
  ended_at      bigint,
  end_reason    text,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
create index login_session_member on login_session (site_id, member_id) where ended_at is null;
create index login_session_ended on login_session (ended_at) where ended_at is not null;
select maru_tenant('login_session', 'select, insert, update');

-- Every refresh token ever issued to a session: one that comes back after its time betrays a theft.
create table refresh_token (
  site_id    bigint not null,
  token_hash bytea not null,
  session_id bigint not null,
  issued_at  bigint not null,
  primary key (site_id, token_hash),
  foreign key (site_id, session_id) references login_session (site_id, id) on delete cascade
);
create index refresh_token_session on refresh_token (site_id, session_id);
select maru_tenant('refresh_token', 'select, insert');

-- Failed sign-ins per account name (there or not) and address.
create table login_attempt (
  site_id      bigint not null,
  username     text not null,
  ip           text not null,
  failures     int not null,
  failed_at    bigint not null,
  locked_until bigint not null default 0,
  primary key (site_id, username, ip)
);
create index login_attempt_age on login_attempt (failed_at);
select maru_tenant('login_attempt');

-- Counters of rate-limiter-flexible; not tenant data (the key holds the site).
create table rate_limit (
  key    varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limit to maru_core;
