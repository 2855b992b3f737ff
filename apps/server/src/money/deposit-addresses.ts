import type { Coin, DepositAddress } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { demoAddress, type Network } from './addresses.ts'

const temporaryMs = 30 * 60_000
/** A repeated request within a minute gets the address that it made. */
const repeatMs = 60_000

interface Raw {
  coin: Coin
  network: string
  address: string
  tag: string
  expires_at: string | null
}
const wireOf = (raw: Raw): DepositAddress => ({
  coin: raw.coin,
  network: raw.network,
  address: raw.address,
  tag: raw.tag === '' ? null : raw.tag,
  expiresAt: raw.expires_at === null ? null : Number(raw.expires_at),
})
const columns = 'coin, network, address, tag, expires_at'

export interface Owner {
  readonly siteId: number
  readonly memberId: number
  readonly coin: Coin
  readonly network: Network
}

/** The addresses of a demo site: made of the installation's key, for no network knows them. */
export class DepositAddresses {
  private readonly key: Uint8Array
  private readonly nextId: () => number

  constructor(key: Uint8Array, nextId: () => number) {
    this.key = key
    this.nextId = nextId
  }

  /** The member's own address of a coin; the first call makes it. */
  async own(tx: Tx, owner: Owner, now: number): Promise<DepositAddress> {
    await this.insert(tx, owner, 'own', null, now)
    const [row] = await tx.query<Raw>(
      `select ${columns} from deposit_address
        where site_id = $1 and member_id = $2 and coin = $3 and network = $4 and expires_at is null`,
      valuesOf(owner),
    )
    if (row === undefined) throw new Error('an address just made cannot be read')
    return wireOf(row)
  }

  /** An address that is watched for 30 minutes. */
  async temporary(tx: Tx, owner: Owner, now: number): Promise<DepositAddress> {
    const [recent] = await tx.query<Raw>(
      `select ${columns} from deposit_address
        where site_id = $1 and member_id = $2 and coin = $3 and network = $4 and expires_at > $5
        order by expires_at desc limit 1`,
      [...valuesOf(owner), now + temporaryMs - repeatMs],
    )
    if (recent !== undefined) return wireOf(recent)
    const expiresAt = now + temporaryMs
    return this.insert(tx, owner, String(this.nextId()), expiresAt, now)
  }

  private async insert(tx: Tx, owner: Owner, of: string, expiresAt: number | null, now: number) {
    const { siteId, memberId, coin, network } = owner
    const address = demoAddress(this.key, `${siteId}:${memberId}:${coin}:${network}:${of}`)
    const tag = network === 'XRP' ? tagOf(address) : ''
    await tx.query(
      `insert into deposit_address (site_id, id, member_id, coin, network, address, tag, expires_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (site_id, member_id, coin, network) where expires_at is null do nothing`,
      [siteId, this.nextId(), memberId, coin, network, address, tag, expiresAt, now],
    )
    return wireOf({ coin, network, address, tag, expires_at: expiresAt === null ? null : String(expiresAt) })
  }
}

/** What has to be sent with it: digits made of the address. */
const tagOf = (address: string): string =>
  [...address.slice(-8)]
    .map((letter) => letter.charCodeAt(0) % 10)
    .join('')
    .replace(/^0/, '1')

const valuesOf = ({ siteId, memberId, coin, network }: Owner) => [siteId, memberId, coin, network]
