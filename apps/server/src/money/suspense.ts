import { type ApprovalField, type Currency, consoleSuspenseEndpoints, Suspense, type WalletType } from '@maru/contract'
import { suspenseCauseWords, suspenseStateWords, walletWord } from '@maru/contract/desk-words'
import type { BothLanguages } from '@maru/contract/language'
import { byStaff, formatMinor, isSameName, type SuspenseRow, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import {
  type About,
  type Amount,
  field,
  memberField,
  moneyText,
  none,
  type SecondPerson,
  stale,
  timeText,
} from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, suspenseColumns } from '../desk-lists/index.ts'
import { listOf } from '../http/filters.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { type DatabaseRow, readerOf, select } from '../journal/index.ts'
import { marksOf, withMember } from '../members/marks.ts'
import { memberById } from '../members/store.ts'
import type { Tx } from '../ports.ts'
import { lineFaultCodes, releaseClosingLine, takeReturnLine } from '../statements/index.ts'
import { balanceField, walletMoney } from './balance-fields.ts'
import { soughtOf, txidsOf } from './sought.ts'

const readSuspense = readerOf(tables.suspenses)

/** By number, amount, memo, payer, or what its provider or network calls it. */
const searched = `(id = $6 or reference ilike $4 or payer ilike $4 or provider_ref = any ($8) or provider_ref = $5
  or (currency, amount) in (select key, value::bigint from jsonb_each_text($7)))`
/** Somebody asked what is to become of it, and a second person has not answered yet. */
const askedFor = `exists (select from approval a where a.site_id = s.site_id and a.subject_id = s.id and a.state = 'PENDING'
  and a.kind in ('SUSPENSE_ASSIGN', 'SUSPENSE_RETURN', 'SUSPENSE_OFFSET'))`

/** Money that nobody owns yet, and members whose money does not leave: steps of the desk that take two persons. */
export function registerSuspense(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, core } = deps
  second.register({
    SUSPENSE_ASSIGN: {
      alone: 'suspense',
      permission: 'suspense',
      amount: amountOf,
      fields: async ({ siteId, subjectId, payload }, tx) => {
        const row = await suspenseById(tx, siteId, subjectId)
        const memberId = Number(payload['memberId'])
        const type = payload['walletType'] as WalletType
        const { posted } = await walletMoney(tx, { siteId, memberId, type })
        return [
          ...moneyFields(row, { ko: '회원에게 입금', en: 'Credit to the member' }),
          await memberField(tx, siteId, memberId),
          balanceField(walletWord(type), posted, posted + row.amount, row.currency as Currency),
          await payerField(tx, row, memberId),
          field({ ko: '지갑', en: 'Wallet' }, null, walletWord(type)),
        ]
      },
      command: ({ subjectId, payload }, of) => {
        const walletType = payload['walletType'] as WalletType
        return {
          kind: 'assignSuspense',
          ...of,
          suspenseId: subjectId,
          memberId: Number(payload['memberId']),
          walletType,
        }
      },
    },
    SUSPENSE_RETURN: {
      alone: 'suspense',
      permission: 'suspense',
      amount: amountOf,
      fields: async ({ siteId, subjectId, payload }, tx) => [
        ...moneyFields(await suspenseById(tx, siteId, subjectId), {
          ko: '보낸 곳으로 반환',
          en: 'Return to the sender',
        }),
        field({ ko: '거래 내역의 줄', en: 'Line of the statement' }, null, String(payload['statementLine'])),
      ],
      command: ({ subjectId, payload }, of) => {
        const statementLine = String(payload['statementLine'])
        return { kind: 'returnSuspense', ...of, suspenseId: subjectId, statementLine }
      },
      check: async ({ subjectId, payload }, { siteId }) => {
        const row = await rowOf(siteId, subjectId)
        // What was closed meanwhile the core refuses, and the approval has failed.
        if (row.state === 'OPEN') await db.system((tx) => requireLine(tx, row, String(payload['statementLine'])))
      },
      refused: ({ subjectId }, { siteId }) => db.system((tx) => releaseClosingLine(tx, siteId, subjectId)),
    },
    SUSPENSE_OFFSET: {
      alone: 'suspense',
      permission: 'suspense',
      amount: amountOf,
      fields: async ({ siteId, subjectId, payload }, tx) => {
        const row = await suspenseById(tx, siteId, subjectId)
        if (payload['againstId'] === undefined)
          return moneyFields(row, { ko: '손실로 처리', en: 'Written off as a loss' })
        const against = await suspenseById(tx, siteId, Number(payload['againstId']))
        const remainder = moneyText(row.amount + against.amount, row.currency as Currency)
        return [
          ...moneyFields(row, { ko: '상계', en: 'Offset' }),
          ...moneyFields(against, { ko: '상계', en: 'Offset' }),
          field({ ko: '상계하고 남는 금액', en: 'Remainder' }, null, remainder),
        ]
      },
      command: ({ subjectId, payload }, of) => {
        const againstId = payload['againstId'] === undefined ? null : Number(payload['againstId'])
        return { kind: 'offsetSuspense', ...of, suspenseId: subjectId, againstId }
      },
    },
    UNFREEZE: {
      alone: 'freeze',
      permission: 'freeze',
      fields: async ({ siteId, subjectId }, tx) => [
        await memberField(tx, siteId, subjectId),
        field(
          { ko: '출금', en: 'Withdrawals' },
          (await isFrozen(tx, siteId, subjectId)) ? { ko: '동결', en: 'Frozen' } : { ko: '가능', en: 'Allowed' },
          { ko: '가능', en: 'Allowed' },
        ),
      ],
      command: ({ subjectId }, of) => ({ kind: 'freezeWithdrawals', ...of, memberId: subjectId, isFrozen: false }),
    },
  })

  deskList(app, deps, consoleSuspenseEndpoints.suspenseList, suspenseColumns, ({ query, site }) => ({
    siteId: site.id,
    source: withMember(`(select s.*, ${askedFor} as is_asked from ${tables.suspenses.name} s)`, 'suspenses'),
    // Money that waits for its request, or became it by that, is shown with the request.
    where: `site_id = $1 and cause <> 'ARRIVED' and ($2::text[] is null or state = any ($2)) and ($3::boolean is null or is_asked = $3)${query.q ? ` and ${searched}` : ''}`,
    order: 'id desc',
    time: 'created_at',
    values: [
      site.id,
      listOf(Suspense.shape.state, query.statusStrs),
      query.isAsked === undefined ? null : query.isAsked === 'true',
      ...(query.q ? [...soughtOf(query.q), txidsOf(query.q)] : []),
    ],
    shown: (rows: DatabaseRow[]) =>
      rows.map((row) => ({ ...shown(readSuspense(row)), marks: marksOf(row), isAsked: row['is_asked'] === true })),
  }))

  route(app, deps, consoleSuspenseEndpoints.suspenseAssign, async ({ params, body, site, member, idempotency }) => {
    const { reason, memberId, walletType } = body
    await requireOpen(site.id, params.id)
    await requireMember(site.id, memberId)
    return second.ask({
      siteId: site.id,
      staffId: member.memberId,
      key: idempotency.key,
      kind: 'SUSPENSE_ASSIGN',
      subjectId: params.id,
      payload: { memberId, walletType },
      reason,
    })
  })

  route(app, deps, consoleSuspenseEndpoints.suspenseReturn, async ({ params, body, site, member, idempotency }) => {
    const row = await requireOpen(site.id, params.id)
    // It is taken when the second person agrees.
    await db.system(async (tx) => {
      await requireLine(tx, row, body.statementLine)
      await releaseClosingLine(tx, site.id, params.id)
    })
    return second.ask({
      siteId: site.id,
      staffId: member.memberId,
      key: idempotency.key,
      kind: 'SUSPENSE_RETURN',
      subjectId: params.id,
      payload: { statementLine: body.statementLine },
      reason: body.reason,
    })
  })

  route(app, deps, consoleSuspenseEndpoints.suspenseOffset, async ({ params, body, site, member, idempotency }) => {
    const { reason, againstId } = body
    const row = await requireOpen(site.id, params.id)
    const against = againstId === undefined ? null : await requireOpen(site.id, againstId)
    if (row.amount > 0n || (against !== null && !mayOffset(row, against)))
      throw new Refused('INVALID_REQUEST', { key: row.amount > 0n ? 'id' : 'againstId' })
    return second.ask({
      siteId: site.id,
      staffId: member.memberId,
      key: idempotency.key,
      kind: 'SUSPENSE_OFFSET',
      subjectId: params.id,
      payload: againstId === undefined ? {} : { againstId },
      reason,
    })
  })

  route(app, deps, consoleSuspenseEndpoints.memberFreeze, async ({ params, body, site, member, idempotency: key }) => {
    const { reason, isFrozen } = body
    await requireMember(site.id, params.id)
    if (!isFrozen) {
      const of = { siteId: site.id, staffId: member.memberId, key: key.key, reason }
      return second.ask({ ...of, kind: 'UNFREEZE', subjectId: params.id, payload: {} })
    }
    const by = { ...byStaff(site.id, member.memberId, reason), key }
    const told = await core.submit({ kind: 'freezeWithdrawals', ...by, memberId: params.id, isFrozen })
    return told.status >= 400 ? new CoreAnswer(told) : { ok: true as const }
  })

  async function requireOpen(siteId: number, id: number): Promise<SuspenseRow> {
    const row = await rowOf(siteId, id)
    if (row.cause === 'ARRIVED') throw stale([[{ ko: '상태', en: 'State' }, suspenseCauseWords.ARRIVED]])
    if (row.state !== 'OPEN') throw stale([[{ ko: '상태', en: 'State' }, suspenseStateWords[row.state]]])
    return row
  }

  async function rowOf(siteId: number, id: number): Promise<SuspenseRow> {
    const [row] = await db.tenant(siteId, (tx) =>
      select(tx, tables.suspenses, 'where site_id = $1 and id = $2', [siteId, id]),
    )
    if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return row
  }

  async function requireMember(siteId: number, id: number): Promise<void> {
    const row = await db.tenant(siteId, (tx) => memberById(tx, siteId, id))
    if (row === null || row.kind === 'STAFF') throw new Refused('USER_NOT_FOUND')
  }
}

/** What is taken back is offset against money that came to the same account. */
const mayOffset = (row: SuspenseRow, against: SuspenseRow): boolean =>
  against.amount > 0n &&
  against.currency === row.currency &&
  against.houseAccount === row.houseAccount &&
  against.houseSub === row.houseSub

export async function suspenseById(tx: Tx, siteId: number, id: number): Promise<SuspenseRow> {
  const [row] = await select(tx, tables.suspenses, 'where site_id = $1 and id = $2', [siteId, id])
  if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
  return row
}

async function amountOf({ siteId, subjectId }: About, tx: Tx): Promise<Amount> {
  const { amount, currency } = await suspenseById(tx, siteId, subjectId)
  return { amount: amount < 0n ? -amount : amount, currency: currency as Currency }
}

/** Money that nobody owns, as a second person sees it: how much, who sent it with which memo, and by which provider's word. */
const moneyFields = (row: SuspenseRow, after: BothLanguages): ApprovalField[] => [
  field(
    { ko: '미확인 입금', en: 'Unmatched money' },
    row.state === 'OPEN' ? { ko: '확인 전', en: 'Not checked yet' } : { ko: '처리됨', en: 'Processed' },
    after,
  ),
  field({ ko: '금액', en: 'Amount' }, null, moneyText(row.amount, row.currency as Currency)),
  field({ ko: '보낸 사람', en: 'Sender' }, null, row.payer || none),
  field({ ko: '메모', en: 'Memo' }, null, row.reference || none),
  field({ ko: '입금 시각', en: 'Came in' }, null, timeText(row.createdAt)),
  field({ ko: '제공사와 번호', en: 'Provider and its number' }, null, `${row.provider} ${row.providerRef}`),
]

/** Whether who sent it has the name of who would get it. */
async function payerField(tx: Tx, { siteId, payer }: SuspenseRow, memberId: number): Promise<ApprovalField> {
  const member = await memberById(tx, siteId, memberId)
  const isSame = member !== null && member.name !== '' && isSameName(member.name, payer)
  const said =
    payer === ''
      ? { ko: '보낸 사람의 이름이 없습니다', en: 'The sender has no name' }
      : isSame
        ? { ko: '같습니다', en: 'The same' }
        : { ko: '다릅니다', en: 'Different' }
  const label = { ko: '보낸 사람과 회원의 이름', en: 'Names of sender and member' }
  return { ...field(label, null, said), isWarning: !isSame }
}

async function isFrozen(tx: Tx, siteId: number, memberId: number): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from member_money where site_id = $1 and member_id = $2 and frozen_at is not null',
    [siteId, memberId],
  )
  return rows.length > 0
}

/** The statement shows that the money went back, by a line that nothing else used. */
async function requireLine(tx: Tx, row: SuspenseRow, providerRef: string): Promise<void> {
  const fault = await takeReturnLine(tx, row, providerRef)
  if (fault !== null) throw new Refused(lineFaultCodes[fault], { key: 'statementLine' })
}

const shown = ({
  siteId: _,
  houseAccount: _account,
  houseSub: _sub,
  requestId: _request,
  amount,
  currency,
  ...row
}: SuspenseRow): Omit<Suspense, 'marks' | 'isAsked'> => ({
  ...row,
  currency: currency as Suspense['currency'],
  amount: formatMinor(amount, currency),
})
