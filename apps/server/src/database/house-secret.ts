import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey, derivedLookupKeys, keyIdOf, type LookupKeys, type TokenSecrets } from '../secrets.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

const place = 'house_secret.lookup'
const pageRows = 2_000

const lookupBox = (secret: string) => new SealedBox(derivedKey(secret, 'lookup-keys'))

/**
 * Makes sure that the house is sealed under TOKEN_SECRET, in the owner's transaction of a start: what the secret before sealed is sealed
 * again, all of it or nothing. Gives the keys of hashes, which stay as they are. Throws ConfigError where neither secret is the house's.
 */
export async function holdHouseSecret(
  client: pg.Client,
  secrets: TokenSecrets,
  progress: (line: string) => void = () => undefined,
): Promise<LookupKeys> {
  const { tokenSecret, tokenSecretOld } = secrets
  const known = await storedSecret(client)
  const before = known === null ? await firstSecret(client, secrets) : secretNamed(known.keyId, secrets)
  const keys = known === null ? derivedLookupKeys(before) : opened(known.lookup, before)
  if (known !== null && before === tokenSecret) return keys
  if (before === tokenSecretOld) {
    progress('Sealing the house under the new TOKEN_SECRET ...')
    for (const column of sealedColumns) await sealAgain(client, column, before, tokenSecret)
  }
  await client.query(
    `insert into house_secret (key_id, lookup, since) values ($1, $2, (extract(epoch from clock_timestamp()) * 1000)::bigint)
     on conflict (is_only) do update set key_id = excluded.key_id, lookup = excluded.lookup, since = excluded.since`,
    [keyIdOf(tokenSecret), lookupBox(tokenSecret).close(JSON.stringify(keys), place)],
  )
  return keys
}

async function storedSecret(client: pg.Client): Promise<{ readonly keyId: string; readonly lookup: Buffer } | null> {
  const { rows } = await client.query<{ key_id: string; lookup: Buffer }>('select key_id, lookup from house_secret')
  return rows[0] === undefined ? null : { keyId: rows[0].key_id, lookup: rows[0].lookup }
}

const opened = (lookup: Buffer, secret: string): LookupKeys => JSON.parse(lookupBox(secret).open(lookup, place))

function secretNamed(keyId: string, { tokenSecret, tokenSecretOld }: TokenSecrets): string {
  if (keyIdOf(tokenSecret) === keyId) return tokenSecret
  if (tokenSecretOld !== null && keyIdOf(tokenSecretOld) === keyId) return tokenSecretOld
  throw otherSecret(`key ${keyId}, and TOKEN_SECRET is key ${keyIdOf(tokenSecret)}`)
}

const otherSecret = (which: string) =>
  new ConfigError(
    `the house is sealed under another TOKEN_SECRET (${which}): set that one again, or name it as TOKEN_SECRET_OLD for one start`,
  )

/** Under which secret a house is that was never asked: the one that opens what it finds first. A house with nothing sealed is under the current one. */
async function firstSecret(client: pg.Client, { tokenSecret, tokenSecretOld }: TokenSecrets): Promise<string> {
  const secrets = [tokenSecret, ...(tokenSecretOld === null ? [] : [tokenSecretOld])]
  let isSealed = false
  for (const column of sealedColumns)
    for (const sample of await bare(client, column, () => newest(client, column))) {
      isSealed = true
      const found = secrets.find((secret) => opens(column, secret, sample) !== null)
      if (found !== undefined) return found
    }
  if (isSealed) throw otherSecret('none of its values opens')
  return tokenSecret
}

interface Sealed {
  readonly ctid: string
  readonly place: string
  readonly value: Buffer
}

async function newest(client: pg.Client, column: SealedColumn): Promise<Sealed[]> {
  return (await client.query<Sealed>(`${allOf(column)} limit 1`)).rows
}

const allOf = ({ table, value, place }: SealedColumn): string =>
  `select ctid::text, ${place} as place, ${value} as value from ${table} where ${value} is not null`

const opens = ({ use }: SealedColumn, secret: string, { value, place }: Sealed): string | null => {
  try {
    return new SealedBox(derivedKey(secret, use)).open(value, place)
  } catch {
    return null
  }
}

/** What does not open under the old secret was lost before, and stays as it is. */
async function sealAgain(client: pg.Client, column: SealedColumn, from: string, to: string): Promise<void> {
  const box = new SealedBox(derivedKey(to, column.use))
  await bare(client, column, async () => {
    // The cursor sees the rows as they were before the first of them was written again.
    await client.query(`declare sealed_rows no scroll cursor for ${allOf(column)}`)
    for (;;) {
      const { rows } = await client.query<Sealed>(`fetch ${pageRows} from sealed_rows`)
      if (rows.length === 0) break
      const again = rows.flatMap((row) => {
        const text = opens(column, from, row)
        return text === null ? [] : [{ ctid: row.ctid, value: box.close(text, row.place) }]
      })
      await client.query(
        `update ${column.table} t set ${column.assign} from unnest($1::tid[], $2::bytea[]) f (at, value) where t.ctid = f.at`,
        [again.map(({ ctid }) => ctid), again.map(({ value }) => value)],
      )
    }
    await client.query('close sealed_rows')
  })
}

/** Row-level security binds the owner too, who is no superuser everywhere: it is off within the transaction for this table. */
async function bare<T>(client: pg.Client, { table }: SealedColumn, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ forced: boolean }>(
    'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
    [table],
  )
  if (rows[0]?.forced !== true) return work()
  await client.query(`alter table ${table} no force row level security`)
  const result = await work()
  await client.query(`alter table ${table} force row level security`)
  return result
}
