import { createECDH } from 'node:crypto'
import webpush from 'web-push'
import { ConfigError } from '../config.ts'
import type { Database } from '../ports.ts'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey } from '../secrets.ts'

/** By what push services know the house (VAPID, RFC 8292). */
export interface PushKeys {
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

const where = 'push_key.sealed'

/**
 * The configured keys, else those that the first start made. Devices subscribe with the public one, so keys that change lose them all.
 * Throws ConfigError where TOKEN_SECRET does not open the kept one.
 */
export async function pushKeys(
  db: Database,
  {
    vapid,
    tokenSecret,
  }: {
    readonly vapid: { readonly subject: string; readonly keys: Omit<PushKeys, 'subject'> | null }
    readonly tokenSecret: string
  },
  now: number,
): Promise<PushKeys> {
  const { subject, keys } = vapid
  if (keys !== null) return { subject, ...keys }
  const box = new SealedBox(derivedKey(tokenSecret, 'push-key'))
  const made = webpush.generateVAPIDKeys()
  const [row] = await db.system(async (tx) => {
    // Two processes that start at once agree on the first one's.
    await tx.query('insert into push_key (public_key, sealed, created_at) values ($1, $2, $3) on conflict do nothing', [
      made.publicKey,
      box.close(made.privateKey, where),
      now,
    ])
    return tx.query<{ public_key: string; sealed: Buffer }>('select public_key, sealed from push_key')
  })
  if (row === undefined) throw new Error('there is no push key, though one was written')
  try {
    return { subject, publicKey: row.public_key, privateKey: box.open(row.sealed, where) }
  } catch {
    throw new ConfigError(
      'TOKEN_SECRET does not open the kept push key: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or the old secret',
    )
  }
}

/** Whether a browser's keys are what a message can be encrypted for: a point of P-256 and 16 bytes. */
export function checkPushTarget({
  keys,
}: {
  readonly keys: { readonly p256dh: string; readonly auth: string }
}): boolean {
  if (Buffer.from(keys.auth, 'base64url').length !== 16) return false
  const point = Buffer.from(keys.p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    // Throws where the point is on another curve, or on none.
    pair.computeSecret(point)
    return true
  } catch {
    return false
  }
}
