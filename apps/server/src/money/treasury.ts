import { type ApprovalField, type Currency, consoleHouseEndpoints, type HousePlace } from '@maru/contract'
import { houseMoveWords } from '@maru/contract/desk-words'
import { type Account, type Command, formatMinor, tables } from '@maru/core'
import { isProviderName } from '@maru/provider-protocol'
import type { FastifyInstance } from 'fastify'
import { field, moneyText, type Payload, type SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { accountColumns, deskList, moveColumns, statementColumns, tableFile } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { type DatabaseRow, readerOf } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { networksOf } from './addresses.ts'
import { amountOf } from './amounts.ts'
import { balanceField } from './balance-fields.ts'
import { houseAccountsOf, newestStatements } from './treasury-store.ts'
import { refuseWorthAbove } from './worth-caps.ts'

const readMove = readerOf(tables.houseMoves)
type Move = Extract<Command, { kind: 'moveHouse' }>

/** Money of the house: what it holds, owes and owns, and moves of it that two persons of FINANCE agree to. */
export function registerTreasury(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db } = deps
  second.register({
    HOUSE_MOVE: {
      permission: 'treasury',
      amount: ({ payload }) => {
        const { amount, currency } = moveOf(payload)
        return { amount, currency: currency as Currency }
      },
      fields: async ({ siteId, payload }, tx) => {
        const { move, currency, amount, from, to, merchantId, reference } = moveOf(payload)
        const merchant = merchantId === null ? null : await merchantOf(deps, siteId, merchantId)
        const accounts = await houseAccountsOf(tx, siteId)
        const place = (end: Move['from']) => (end === null ? { ko: '장부', en: 'Books' } : `${end.account} ${end.sub}`)
        return [
          field({ ko: '이동', en: 'Move' }, null, houseMoveWords[move]),
          field({ ko: '금액', en: 'Amount' }, null, moneyText(amount, currency as Currency)),
          ...(merchant === null ? [] : [field({ ko: '상인', en: 'Merchant' }, null, merchant.name)]),
          field({ ko: '출금 → 입금', en: 'From, to' }, place(from), place(to)),
          ...endBalances(accounts, { from, to, currency, amount }),
          ...(reference === '' ? [] : [field({ ko: '명세의 이름', en: 'Reference' }, null, reference)]),
        ]
      },
      check: ({ siteId, payload }, { member }) => refuseWorthAbove(deps, { siteId, member }, 'HOUSE', moveOf(payload)),
      command: ({ payload }, of) => ({ kind: 'moveHouse', ...of, ...moveOf(payload) }),
    },
  })

  route(app, deps, consoleHouseEndpoints.treasury, async ({ site }) => {
    const { accounts, statements } = await db.tenant(site.id, async (tx) => ({
      accounts: await houseAccountsOf(tx, site.id),
      statements: await newestStatements(tx, site.id),
    }))
    const equity = new Map<Currency, bigint>()
    for (const { kind, currency, balance } of accounts)
      if (kind === 'OWN') equity.set(currency, (equity.get(currency) ?? 0n) + balance)
    return {
      accounts: accounts.map((row) => ({ ...row, balance: formatMinor(row.balance, row.currency) })),
      equity: [...equity].map(([currency, amount]) => ({ currency, amount: formatMinor(amount, currency) })),
      statements,
    }
  })

  tableFile(app, deps, 'accountTable', accountColumns, async (siteId) => {
    const rows = await db.tenant(siteId, (tx) => houseAccountsOf(tx, siteId))
    return rows.map((row) => ({ ...row, balance: formatMinor(row.balance, row.currency) }))
  })
  tableFile(app, deps, 'statementTable', statementColumns, (siteId) =>
    db.tenant(siteId, (tx) => newestStatements(tx, siteId)),
  )

  deskList(app, deps, consoleHouseEndpoints.treasuryMoves, moveColumns, ({ site }) => ({
    siteId: site.id,
    source: tables.houseMoves.name,
    where: 'site_id = $1',
    order: 'id desc',
    time: 'created_at',
    texts: ['id', 'reference', 'debit_sub', 'credit_sub'],
    values: [site.id],
    shown: (rows: DatabaseRow[]) =>
      rows.map(readMove).map(({ siteId: _, amount, currency, ...row }) => ({
        ...row,
        currency: currency as Currency,
        amount: formatMinor(amount, currency),
      })),
  }))

  route(app, deps, consoleHouseEndpoints.treasuryMove, async ({ body, site, member, idempotency: { key } }) => {
    const { reason, move, currency, from, to, merchantId, reference = '' } = body
    const amount = amountOf(body.amount, currency)
    if (amount <= 0n) throw new Refused('INVALID_REQUEST', { key: 'amount' })
    await db.tenant(site.id, async (tx) => {
      if (from) await requirePlace(tx, site.id, from, currency, 'from')
      if (to) await requirePlace(tx, site.id, to, currency, 'to')
    })
    if (merchantId !== undefined && (await merchantOf(deps, site.id, merchantId)).isDemo)
      throw new Refused('INVALID_REQUEST', { key: 'merchantId' })
    await refuseWorthAbove(deps, { siteId: site.id, member }, 'HOUSE', { currency, amount })
    const payload = {
      move,
      currency,
      amount: String(amount),
      ...ends('from', from),
      ...ends('to', to),
      ...(merchantId !== undefined && { merchantId }),
      reference,
    }
    const of = { siteId: site.id, staffId: member.memberId, key, reason }
    return second.ask({ ...of, kind: 'HOUSE_MOVE', subjectId: member.memberId, payload })
  })
}

/** The accounts that a move names, each with its balance at the request and after it. */
function endBalances(
  accounts: Awaited<ReturnType<typeof houseAccountsOf>>,
  { from, to, currency, amount }: Pick<Move, 'from' | 'to' | 'currency' | 'amount'>,
): ApprovalField[] {
  const sides = [
    { end: from, change: -amount },
    { end: to, change: amount },
  ]
  return sides.flatMap(({ end, change }) => {
    if (end === null) return []
    const row = accounts.find((one) => one.account === end.account && one.sub === end.sub && one.currency === currency)
    const [name, balance] = [`${end.account} ${end.sub}`, row?.balance ?? 0n]
    return [balanceField({ ko: name, en: name }, balance, balance + change, currency as Currency)]
  })
}

const ends = (name: 'from' | 'to', place: HousePlace | undefined): Payload =>
  place ? { [name]: `${place.account} ${place.sub}` } : {}

async function merchantOf({ reads }: Deps, siteId: number, id: number) {
  const { value } = await reads.ask('p2p.desk', { siteId })
  const found = value.find(({ row }) => row.id === id)
  if (found === undefined) throw new Refused('HISTORY_NOT_FOUND')
  return found.row
}

function moveOf(
  payload: Payload,
): Pick<Move, 'move' | 'currency' | 'amount' | 'from' | 'to' | 'merchantId' | 'reference'> {
  return {
    move: payload['move'] as Move['move'],
    currency: String(payload['currency']),
    amount: BigInt(String(payload['amount'])),
    from: placeOf(payload['from']),
    to: placeOf(payload['to']),
    merchantId: payload['merchantId'] === undefined ? null : Number(payload['merchantId']),
    reference: String(payload['reference']),
  }
}

function placeOf(text: string | number | undefined): Move['from'] {
  if (text === undefined) return null
  const [account = '', sub = ''] = String(text).split(' ')
  return { account: account as Account, sub }
}

/** An account that nobody keeps is a slip of the pen: money booked there would be found nowhere. */
async function requirePlace(
  tx: Tx,
  siteId: number,
  { account, sub }: HousePlace,
  currency: Currency,
  key: 'from' | 'to',
): Promise<void> {
  const isThere =
    account === 'BANK_KRW'
      ? currency === 'KRW' && (await isHouseBank(tx, siteId, sub))
      : account === 'PROVIDER_CLEARING'
        ? isProviderName(sub)
        : currency !== 'KRW' && networksOf[currency].some((network) => network === sub)
  if (!isThere) throw new Refused('INVALID_REQUEST', { key })
}

async function isHouseBank(tx: Tx, siteId: number, sub: string): Promise<boolean> {
  const rows = await tx.query('select 1 from house_bank where site_id = $1 and sub = $2', [siteId, sub])
  return rows.length > 0
}
