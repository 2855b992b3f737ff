import { hash } from 'node:crypto'
import { fromHex, generateKeyPair, toHex } from '@maru/evidence'
import { Seal } from '../members/index.ts'
import type { Database, Tx } from '../ports.ts'

/** How long a replaced key stays valid: processes that have not heard of its successor still sign with it. */
const overlapMs = 86_400_000
/** How often a process looks whether another one changed the key. */
const rereadMs = 3_600_000

/** A public key as `/api/public/evidence_keys` lists it. Times are of the wall clock. */
export interface PublicKey {
  readonly keyId: string
  readonly algorithm: 'Ed25519'
  readonly publicKey: string
  readonly validFrom: number
  readonly validTo: number | null
}

export interface SigningKey {
  readonly keyId: string
  readonly secretKey: string
}

interface KeyRow {
  key_id: string
  public_key: Buffer
  secret_sealed: Buffer
  valid_from: string
  valid_to: string | null
}

/** The Ed25519 keys that sign evidence, shared by all processes through the database. */
export class EvidenceKeys {
  readonly #db: Database
  readonly #seal: Seal
  readonly #now: () => number
  #current: { readonly key: SigningKey; readonly readAt: number } | null = null

  constructor(db: Database, tokenSecret: string, now: () => number) {
    this.#db = db
    this.#seal = new Seal(tokenSecret)
    this.#now = now
  }

  /** All keys that ever signed, newest first. */
  async list(): Promise<PublicKey[]> {
    const rows = await this.#db.system((tx) => allKeys(tx))
    return rows.map((row) => ({
      keyId: row.key_id,
      algorithm: 'Ed25519',
      publicKey: toHex(row.public_key),
      validFrom: Number(row.valid_from),
      validTo: row.valid_to === null ? null : Number(row.valid_to),
    }))
  }

  /** The key that signs now; made when there is none that this installation's secret opens. */
  async current(): Promise<SigningKey> {
    const now = this.#now()
    if (this.#current !== null && now - this.#current.readAt < rereadMs) return this.#current.key
    const key = await this.#db.system(async (tx) => {
      await lockKeys(tx)
      const newest = (await allKeys(tx)).find(({ valid_to }) => valid_to === null)
      return (newest && this.#open(newest)) ?? this.#replace(tx, newest, now)
    })
    this.#current = { key, readAt: now }
    return key
  }

  /** Puts a new key in the place of the current one, which stays valid for a day. */
  async rotate(): Promise<SigningKey> {
    const now = this.#now()
    const key = await this.#db.system(async (tx) => {
      await lockKeys(tx)
      const newest = (await allKeys(tx)).find(({ valid_to }) => valid_to === null)
      return this.#replace(tx, newest, now + (newest ? overlapMs : 0), now)
    })
    this.#current = { key, readAt: now }
    return key
  }

  async #replace(tx: Tx, old: KeyRow | undefined, oldValidTo: number, validFrom = oldValidTo): Promise<SigningKey> {
    if (old) await tx.query('update evidence_key set valid_to = $2 where key_id = $1', [old.key_id, oldValidTo])
    const { secretKey, publicKey } = generateKeyPair()
    const keyId = hash('sha256', fromHex(publicKey), 'hex').slice(0, 16)
    await tx.query(
      'insert into evidence_key (key_id, public_key, secret_sealed, valid_from, valid_to) values ($1, $2, $3, $4, null)',
      [keyId, Buffer.from(publicKey, 'hex'), this.#seal.close(secretKey, whereOf(keyId)), validFrom],
    )
    return { keyId, secretKey }
  }

  /** Undefined where the key was sealed under another TOKEN_SECRET. */
  #open(row: KeyRow): SigningKey | undefined {
    try {
      return { keyId: row.key_id, secretKey: this.#seal.open(row.secret_sealed, whereOf(row.key_id)) }
    } catch {
      return undefined
    }
  }
}

const whereOf = (keyId: string) => `evidence_key.secret:${keyId}`

/** Processes that start together must not make a key each. */
const lockKeys = (tx: Tx) => tx.query(`select pg_advisory_xact_lock(hashtext('maru.evidence_key'))`)

const allKeys = (tx: Tx) =>
  tx.query<KeyRow>(
    'select key_id, public_key, secret_sealed, valid_from, valid_to from evidence_key order by valid_from desc, key_id',
  )
