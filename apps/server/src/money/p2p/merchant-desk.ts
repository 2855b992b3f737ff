import { consoleMerchantEndpoints, type DeskMerchant } from '@maru/contract'
import type { BothLanguages, Wording } from '@maru/contract/language'
import { type AnswerOf, byStaff, formatMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { type About, type ApprovalWork, field, moneyText, type SecondPerson, stale } from '../../approvals/index.ts'
import type { Deps } from '../../deps.ts'
import { merchantColumns, tableFile } from '../../desk-lists/index.ts'
import { CoreAnswer, Refused, route } from '../../http/index.ts'
import { amountOf } from '../amounts.ts'

type Row = AnswerOf<'p2p.desk'>[number]

/** Merchants: two SUPERs add them and set their terms, one person blocks at once, two let in again. */
export function registerMerchantDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { core, reads } = deps
  const rowsOf = async (siteId: number) => (await reads.ask('p2p.desk', { siteId })).value
  const rowOf = async (siteId: number, id: number): Promise<Row> => {
    const row = (await rowsOf(siteId)).find((one) => one.row.id === id)
    if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return row
  }
  const seenRow = async (siteId: number, id: number, version: number): Promise<Row> => {
    const found = await rowOf(siteId, id)
    if (found.row.rev === version) return found
    const { float: _, isDemo, blockedAt, ...now } = shown(found)
    const seen = textsOf(found)
    const standing = terms.map(([name, label, say]) => [label, say(seen[name])] as const)
    const state = blockedAt === null ? isOpenWord : isBlockedWord
    throw stale([...standing, [{ ko: '상태', en: 'State' }, state]], {
      ...now,
      buyPpm: now.buyPpm ?? '',
      sellPpm: now.sellPpm ?? '',
      isBlocked: blockedAt === null ? 0 : 1,
    })
  }

  second.register({
    P2P_MERCHANT: {
      permission: 'providers',
      internal: ['version'],
      fields: async ({ siteId, payload }) => {
        const id = Number(payload['merchantId'])
        const known = id === 0 ? null : await rowOf(siteId, id)
        if (payload['unblock'] === 1)
          return [
            field({ ko: '상인', en: 'Merchant' }, known?.row.name ?? null, known?.row.name ?? null),
            field({ ko: '상태', en: 'State' }, isBlockedWord, isOpenWord),
          ]
        return fieldsOf(known === null ? null : textsOf(known), payload)
      },
      command: (row, of) => commandOf(row, of, app.sites.byId(row.siteId)?.moneyMode === 'DEMO'),
    },
  })

  route(app, deps, consoleMerchantEndpoints.merchantList, async ({ site }) => (await rowsOf(site.id)).map(shown))

  tableFile(app, deps, 'merchantTable', merchantColumns, async (siteId) => (await rowsOf(siteId)).map(shown))

  route(app, deps, consoleMerchantEndpoints.merchantSet, async ({ body, site, member, idempotency: { key } }) => {
    const { reason, merchantId, version, name, buyPpm, sellPpm } = body
    if (merchantId !== undefined) await seenRow(site.id, merchantId, version)
    const [minWon, maxWon] = [amountOf(body.minWon, 'KRW'), amountOf(body.maxWon, 'KRW')]
    const float = body.float === undefined ? 0n : amountOf(body.float, 'USDT')
    if (minWon <= 0n) throw new Refused('INVALID_REQUEST', { field: 'body/minWon' })
    if (maxWon < minWon) throw new Refused('INVALID_REQUEST', { field: 'body/maxWon' })
    if (buyPpm === undefined && sellPpm === undefined) throw new Refused('INVALID_REQUEST', { field: 'body/buyPpm' })
    // Virtual coins are a new demo merchant's alone: a real one brings his own.
    if (float < 0n || (float > 0n && (merchantId !== undefined || site.moneyMode !== 'DEMO')))
      throw new Refused('INVALID_REQUEST', { field: 'body/float' })
    const payload = {
      merchantId: merchantId ?? 0,
      version,
      name,
      buyPpm: buyPpm ?? '',
      sellPpm: sellPpm ?? '',
      minWon: String(minWon),
      maxWon: String(maxWon),
      float: String(float),
    }
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: merchantId ?? member.memberId }
    return second.ask({ ...of, kind: 'P2P_MERCHANT', payload })
  })

  route(app, deps, consoleMerchantEndpoints.merchantBlock, async ({ params, body, site, member, idempotency: key }) => {
    const { reason, version } = body
    await seenRow(site.id, params.id, version)
    const of = { ...byStaff(site.id, member.memberId, reason), key, merchantId: params.id, version }
    return new CoreAnswer(await core.submit({ kind: 'blockMerchant', ...of, isBlocked: true }))
  })

  route(app, deps, consoleMerchantEndpoints.merchantUnblock, async ({ params, body, site, member, idempotency }) => {
    const { reason, version } = body
    const { row } = await seenRow(site.id, params.id, version)
    if (row.blockedAt === null) throw stale([[{ ko: '상태', en: 'State' }, isOpenWord]], { isBlocked: 0 })
    const of = { siteId: site.id, staffId: member.memberId, key: idempotency.key, reason, subjectId: params.id }
    return second.ask({ ...of, kind: 'P2P_MERCHANT', payload: { merchantId: params.id, version, unblock: 1 } })
  })
}

type Of = Parameters<Extract<ApprovalWork, { command: unknown }>['command']>[1]

function commandOf({ payload }: About, of: Of, isDemo: boolean) {
  const [merchantId, version] = [Number(payload['merchantId']), Number(payload['version'])]
  if (payload['unblock'] === 1) return { kind: 'blockMerchant', ...of, merchantId, version, isBlocked: false } as const
  const ppm = (text: unknown) => (text === '' ? null : Number(text))
  return {
    kind: 'setMerchant',
    ...of,
    merchantId: merchantId === 0 ? null : merchantId,
    version,
    name: String(payload['name']),
    isDemo,
    buyPpm: ppm(payload['buyPpm']),
    sellPpm: ppm(payload['sellPpm']),
    minWon: BigInt(payload['minWon'] ?? 0),
    maxWon: BigInt(payload['maxWon'] ?? 0),
    float: BigInt(payload['float'] ?? 0),
  } as const
}

const shown = ({ row, float }: Row): DeskMerchant => ({
  id: row.id,
  name: row.name,
  isDemo: row.isDemo,
  buyPpm: row.buyPpm,
  sellPpm: row.sellPpm,
  minWon: formatMinor(row.minWon, 'KRW'),
  maxWon: formatMinor(row.maxWon, 'KRW'),
  float: formatMinor(float, 'USDT'),
  blockedAt: row.blockedAt,
  version: row.rev,
})

const textsOf = ({ row }: Row): About['payload'] => ({
  name: row.name,
  buyPpm: row.buyPpm ?? '',
  sellPpm: row.sellPpm ?? '',
  minWon: String(row.minWon),
  maxWon: String(row.maxWon),
})

const isOpenWord: BothLanguages = { ko: '열림', en: 'Open' }
const isBlockedWord: BothLanguages = { ko: '차단됨', en: 'Blocked' }

const percent = (value: unknown): Wording =>
  value === '' ? { ko: '받지 않음', en: 'Not taken' } : `${Number(value) / 10_000}%`
const won = (value: unknown): Wording => moneyText(BigInt(String(value)), 'KRW')

const terms: readonly (readonly [key: string, label: BothLanguages, say: (value: unknown) => Wording])[] = [
  ['name', { ko: '상인', en: 'Merchant' }, String],
  ['buyPpm', { ko: '살 때 더하는 비율', en: 'Added when members buy' }, percent],
  ['sellPpm', { ko: '팔 때 빼는 비율', en: 'Taken off when members sell' }, percent],
  ['minWon', { ko: '1회 최소', en: 'Least at once' }, won],
  ['maxWon', { ko: '1회 최대', en: 'Most at once' }, won],
]

/** The terms in words: those that change, or all of a new one. */
function fieldsOf(before: About['payload'] | null, after: About['payload']) {
  const float = BigInt(String(after['float'] ?? 0))
  return [
    ...terms.flatMap(([key, label, say]) =>
      key !== 'name' && before !== null && String(before[key]) === String(after[key])
        ? []
        : [field(label, before === null ? null : say(before[key]), say(after[key]))],
    ),
    ...(float > 0n ? [field({ ko: '가상 USDT', en: 'Virtual USDT' }, null, moneyText(float, 'USDT'))] : []),
  ]
}
