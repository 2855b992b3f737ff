import type { BookName, Command, Effects, Rows } from '../../src/index.ts'
import { isMoney } from '../money/auditor.ts'

/** The books that are played together. */
export type Part = 'rounds' | BookName

const moneyKinds: ReadonlySet<Command['kind']> = new Set([
  'applyDeposit',
  'applyWithdrawal',
  'cancelRequest',
  'takeRequest',
  'releaseRequest',
  'handOverRequest',
  'approveRequest',
  'rejectRequest',
  'completeRequest',
  'payoutSending',
  'payoutOutcome',
  'providerFact',
  'assignSuspense',
  'returnSuspense',
  'offsetSuspense',
  'deductCash',
  'freezeWithdrawals',
  'pauseWithdrawals',
  'holdExits',
  'convert',
  'transferOwn',
  'transferToMember',
  'grantBonus',
  'deductBonus',
  'createCoupon',
  'revokeCoupon',
  'useCoupon',
  'p2pOpen',
  'p2pPaid',
  'p2pCancel',
  'p2pRelease',
  'p2pDispute',
  'p2pAnswered',
  'p2pDecide',
])

/** The book that a command is for; null: it concerns all of them. */
export function bookOf(command: Command): Part | 'money' | null {
  if (moneyKinds.has(command.kind)) return 'money'
  switch (command.kind) {
    case 'placeBet':
    case 'abandonKey':
    case 'configureOption':
    case 'voidRound':
      return 'rounds'
    case 'placeFutures':
    case 'setFuturesTpsl':
    case 'setLeverage':
    case 'setMarginType':
    case 'changeMargin':
    case 'configureFutures':
      return 'futures'
    case 'placeOversea':
    case 'setOverseaTpsl':
    case 'deleteOverseaTpsl':
    case 'setOvernight':
    case 'configureOversea':
      return 'oversea'
    case 'cancelOrder':
    case 'cancelOrders':
      return command.book
    default:
      return null
  }
}

/** What of the effects of a call concerns one book: its own rows, those of its wallets, and those of members. */
export function partOf(effects: Effects, part: Part): Effects {
  const { rows } = effects
  const isOwn = ({ book }: { readonly book: BookName }) => book === part
  const only = <L extends readonly unknown[]>(owner: Part, list: L) => (owner === part ? list : ([] as unknown as L))
  const own: Rows = {
    ...rows,
    postings: rows.postings.filter((row) => !isMoney(row) && ownerOf(row.reason) === part),
    // Wallets of rounds are those of overseas futures too, whose auditor knows all that they hold back.
    wallets: rows.wallets.filter(({ type }) => walletOwners[type] === part),
    house: part === 'rounds' ? [] : rows.house,
    rounds: only('rounds', rows.rounds),
    bets: only('rounds', rows.bets),
    options: only('rounds', rows.options),
    orders: rows.orders.filter(isOwn),
    positions: rows.positions.filter(isOwn),
    fills: rows.fills.filter(isOwn),
    futuresOptions: only('futures', rows.futuresOptions),
    futuresSettings: only('futures', rows.futuresSettings),
    fundings: only('futures', rows.fundings),
    overseaOptions: only('oversea', rows.overseaOptions),
    fixings: only('oversea', rows.fixings),
  }
  return { ...effects, rows: own }
}

/** Wallets of coins and of bonus money are no trading book's. */
const walletOwners: Readonly<Record<string, Part>> = { FUTURES: 'futures', BINARY: 'oversea' }

function ownerOf(reason: string): Part {
  if (reason.startsWith('FUTURES_')) return 'futures'
  return reason.startsWith('OVERSEA_') ? 'oversea' : 'rounds'
}
