import { moneyEndpoints, type DnwRow as Row, type WalletType } from '@maru/contract'
import { type BonusGrantRow, type DnwRow, dnwWire, formatMinor, turnoverWire } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mostRows, periodOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type Asked, listed } from '../trading/index.ts'
import { grantsBehind } from './coupon-store.ts'
import { dnwById, filterOf, listDnw, sumDnw } from './store.ts'

/** A member's deposits, withdrawals and movements. He sees his own only. */
export function registerHistory(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(app, deps, moneyEndpoints.dnwList, async ({ query, site, member: { memberId } }) => {
    const { resultType, ...rest } = query
    const filter = filterOf(query, periodOf(query))
    if (resultType === 'Summary') {
      const sums = await db.tenant(site.id, (tx) => sumDnw(tx, site.id, memberId, filter))
      return {
        count: sums.reduce((sum, { count }) => sum + Number(count), 0),
        sums: sums.map((sum) => ({
          currency: sum.currency as Row['currency'],
          in: formatMinor(BigInt(sum.in), sum.currency),
          out: formatMinor(BigInt(sum.out), sum.currency),
          fee: formatMinor(BigInt(sum.fee), sum.currency),
        })),
      }
    }
    if (resultType === 'Simple') {
      const asked = { limit: mostRows, offset: 0, isCounted: false }
      const { rows } = await db.tenant(site.id, (tx) => listDnw(tx, site.id, memberId, filter, asked))
      return rows.map(({ id, type, walletType, point, currency }) => ({
        id,
        label: labelOf(type, walletType, formatMinor(point, currency)),
      }))
    }
    const asPage = resultType === undefined ? rest : { ...rest, resultType }
    let grants: ReadonlyMap<number, BonusGrantRow> = new Map()
    const list = async (tx: Tx, asked: Asked) => {
      const found = await listDnw(tx, site.id, memberId, filter, asked)
      grants = await grantsBehind(
        tx,
        site.id,
        found.rows.filter(isBonus).map(({ id }) => id),
      )
      return found
    }
    return listed(db, site.id, asPage, list, (row) => withTurnover(row, grants.get(row.id)))
  })

  route(app, deps, moneyEndpoints.dnwOne, async ({ query, site, member: { memberId } }) => {
    return db.tenant(site.id, async (tx) => {
      const row = await dnwById(tx, site.id, query.dnwHistoryId, memberId)
      if (row === null) throw new Refused('HISTORY_NOT_FOUND')
      const grants = await grantsBehind(tx, site.id, isBonus(row) ? [row.id] : [])
      return withTurnover(row, grants.get(row.id))
    })
  })
}

const isBonus = ({ type }: DnwRow): boolean => type === 'B' || type === 'PB'

/** A row, with how far the turnover is that a bonus asks for. */
const withTurnover = (row: DnwRow, grant: BonusGrantRow | undefined): Row => ({
  ...dnwWire(row),
  turnover: grant ? turnoverWire(grant) : null,
})

const labelOf = (type: string, wallet: WalletType, point: string): string => `${type} ${wallet} ${point}`
