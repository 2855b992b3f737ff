import type { Tx } from '../ports.ts'
import type { Line } from './lines.ts'

/** What a provider may take for a line of a kind, in minor units. Of kind fee `fixed` is for all lines of a day together. */
interface Tariff {
  readonly fixed: bigint
  /** Of the line's amount, in millionths; a part of a minor unit is rounded up. */
  readonly ratePpm: bigint
}
/** The tariffs of a site by provider, currency and kind of line. */
export type Tariffs = ReadonlyMap<string, Tariff>

const nameOf = ({ provider, currency, kind }: Pick<Line, 'provider' | 'currency' | 'kind'>): string =>
  `${provider} ${currency} ${kind}`

/** The tariffs that two persons set on a site. */
export async function tariffsOf(tx: Tx, siteId: number): Promise<Tariffs> {
  const rows = await tx.query<Pick<Line, 'provider' | 'currency' | 'kind'> & { fixed: string; rate_ppm: number }>(
    'select provider, currency, kind, fixed, rate_ppm from provider_tariff where site_id = $1',
    [siteId],
  )
  return new Map(rows.map((row) => [nameOf(row), { fixed: BigInt(row.fixed), ratePpm: BigInt(row.rate_ppm) }]))
}

/**
 * The most that may be taken for a line. Without a tariff its provider's own word counts (null: no bound), and of a line that a person brought
 * nothing is taken by itself.
 */
function maxFee(tariffs: Tariffs, line: Line): bigint | null {
  const tariff = tariffs.get(nameOf(line))
  if (tariff === undefined) return line.isImported ? 0n : null
  const size = line.amount < 0n ? -line.amount : line.amount
  return tariff.fixed + (size * tariff.ratePpm + 999_999n) / 1_000_000n
}

/** What is still to be booked of a line's fee within its provider's tariff; never below zero. `booked`: what is booked of it already. */
export function dueFee(tariffs: Tariffs, line: Line, booked: bigint): bigint {
  const most = maxFee(tariffs, line)
  const fee = most === null || line.fee < most ? line.fee : most
  return fee > booked ? fee - booked : 0n
}

/** Whether a line of kind fee is within what its provider may take on that day for its services. */
export async function isFeeDue(tx: Tx, siteId: number, line: Line): Promise<boolean> {
  const { provider, currency, day } = line
  const fee = line.fee - line.amount
  if (line.amount > 0n || fee <= 0n) return false
  const most = maxFee(await tariffsOf(tx, siteId), { ...line, amount: 0n })
  if (most === null) return true
  const [row] = await tx.query<{ sum: string }>(
    `select coalesce(sum(fee - amount), 0) as sum from statement_line
     where site_id = $1 and provider = $2 and currency = $3 and day = $4 and kind = 'fee' and txn_id is not null and gone_at is null`,
    [siteId, provider, currency, day],
  )
  return fee + BigInt(row?.sum ?? 0) <= most
}
