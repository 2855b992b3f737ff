import type { Deposited, DnwRow } from '../../src/index.ts'

const day = 86_400_000

/** Whether a row brings a member money that was not his: what he moves between his own wallets has no counterparty. */
export const bringsMoney = ({ type, counterparty }: DnwRow): boolean =>
  type === 'D' || type === 'WB' || (type === 'TI' && counterparty !== '')

/** What was credited to a member over 30 days before the newest of it, as the database says it. */
export function depositsOf(dnw: ReadonlyMap<string, DnwRow>, memberId: number): Deposited[] {
  const credited = [...dnw.values()].filter(
    (row) => row.memberId === memberId && bringsMoney(row) && row.status === 'COMPLETED',
  )
  const newest = Math.max(...credited.map(({ processedAt }) => processedAt!))
  return credited
    .filter(({ processedAt }) => processedAt! > newest - 30 * day)
    .map(({ id, currency, processedAt, point }) => ({ dnwId: id, currency, at: processedAt!, amount: point }))
}
