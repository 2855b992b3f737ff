/** A column whose values are sealed under a key derived from TOKEN_SECRET. All are SQL of one row of its table. */
export interface SealedColumn {
  readonly table: string
  /** The use that its key is derived for. */
  readonly use:
    | 'personal-data'
    | 'provider-keys'
    | 'outgoing-message'
    | 'push-subscription'
    | 'push-key'
    | 'alarm-address'
  /** The sealed bytes; null: this row has none. */
  readonly value: string
  /** What is authenticated beside them: the value's place. */
  readonly place: string
  /** The assignment that puts `f.value` in its place. */
  readonly assign: string
}

const column = (
  table: string,
  name: string,
  place: string,
  use: SealedColumn['use'] = 'personal-data',
): SealedColumn => ({ table, use, value: name, place, assign: `${name} = f.value` })

const member = (name: string) => column('member', `${name}_sealed`, `'member.${name}:' || site_id || ':' || id`)

/** All of them: a new TOKEN_SECRET seals each again. */
export const sealedColumns: readonly SealedColumn[] = [
  ...['phone', 'bank', 'address', 'totp', 'totp_pending', 'birth'].map(member),
  column('payout_account', 'sealed', `'payout_account.number:' || site_id || ':' || id`),
  column('payout_account', 'tag_sealed', `'payout_account.tag:' || site_id || ':' || id`),
  column('verification', 'target_sealed', `'verification.target:' || site_id || ':' || member_id || ':' || key`),
  column('identity_check', 'verified_sealed', `'identity_check.verified:' || site_id || ':' || key`),
  column('evidence_key', 'secret_sealed', `'evidence_key.secret:' || key_id`),
  column('provider_config', 'sealed', `'provider_config.sealed ' || site_id || ' ' || provider`, 'provider-keys'),
  column('provider_draft', 'sealed', `'provider_draft.sealed ' || site_id || ' ' || id`, 'provider-keys'),
  column('push_subscription', 'sealed', `'push_subscription.sealed:' || site_id || ':' || id`, 'push-subscription'),
  column('alarm_address', 'sealed', `'alarm_address.sealed:' || site_id || ':' || id`, 'alarm-address'),
  column('push_key', 'sealed', `'push_key.sealed'`, 'push-key'),
  {
    table: 'outgoing',
    use: 'outgoing-message',
    value: `decode(payload ->> 'sealed', 'base64')`,
    place: `'outgoing.payload:' || site_id || ':' || id`,
    assign: `payload = jsonb_set(payload, '{sealed}', to_jsonb(replace(encode(f.value, 'base64'), E'\\n', '')))`,
  },
]
