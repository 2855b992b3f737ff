import { consoleSiteEndpoints, type SiteBank } from '@maru/contract'
import { type BothLanguages, inEach, type Wording, wordingIn } from '@maru/contract/language'
import type { FastifyInstance } from 'fastify'
import { field, none, type Payload, type SecondPerson, stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { bankColumns, tableFile } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { bankName } from '../money/index.ts'
import type { Tx } from '../ports.ts'

type Account = Omit<SiteBank, 'bank'>

const subForm = /^[a-z0-9-]{2,40}$/
const numberForm = /^\d[\d-]{5,28}\d$/

const inUse: BothLanguages = { ko: '사용', en: 'in use' }
const closed: BothLanguages = { ko: '닫음', en: 'closed' }

const labelOf = (sub: unknown): BothLanguages => ({ ko: `입금 계좌 ${sub}`, en: `Deposit account ${sub}` })
const words = ({ bankCode, number, holder, isOpen }: Readonly<Record<string, unknown>>): BothLanguages =>
  inEach((language) => `${bankCode} ${number} ${holder} · ${wordingIn(isOpen ? inUse : closed, language)}`)

/** An account part by part, as the second person sees it. */
const parts: readonly (readonly [name: keyof Account, label: BothLanguages, say: (value: unknown) => Wording])[] = [
  ['bankCode', { ko: '은행', en: 'Bank' }, (code) => `${bankName(String(code)) ?? ''} ${code}`.trim()],
  ['number', { ko: '계좌번호', en: 'Account number' }, String],
  ['holder', { ko: '예금주', en: 'Holder' }, String],
  ['isOpen', { ko: '상태', en: 'State' }, (isOpen) => (isOpen ? inUse : closed)],
  ['rank', { ko: '순서', en: 'Order' }, String],
]

/** The accounts that members send to, by two persons: money that goes to a wrong one is gone. An account is closed, never deleted. */
export function registerSiteBanks(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  changed: (siteId: number) => Promise<void>,
): void {
  const { db } = deps
  second.register({
    SITE_BANK: {
      permission: 'sites',
      internal: ['was'],
      fields: async ({ subjectId, payload }, tx) => {
        const row = (await banksOf(tx, subjectId)).find(({ sub }) => sub === payload['sub'])
        return parts.map(([name, label, say]) =>
          field(
            inEach((language) => `${labelOf(payload['sub'])[language]} · ${label[language]}`),
            row === undefined ? null : say(row[name]),
            say(payload[name]),
          ),
        )
      },
      change: (tx, { subjectId, payload }) => changeBank(tx, subjectId, payload),
      done: ({ subjectId }) => changed(subjectId),
    },
  })

  route(app, deps, consoleSiteEndpoints.siteBanks, ({ site }) => db.tenant(site.id, (tx) => banksOf(tx, site.id)))

  tableFile(app, deps, 'bankTable', bankColumns, (siteId) => db.tenant(siteId, (tx) => banksOf(tx, siteId)))

  route(app, deps, consoleSiteEndpoints.siteBankChange, async ({ body, site, member, idempotency: { key } }) => {
    const { reason, before = null, after } = body
    const known = await db.tenant(site.id, (tx) => banksOf(tx, site.id))
    const row = known.find(({ sub }) => sub === after.sub)
    const { bank: _, ...was } = before ?? { bank: '' }
    if (textOf(row ?? null) !== textOf(before === null ? null : (was as Account))) throw staleAccount(after.sub, row)
    const holder = after.holder.trim()
    const fault = faultOf({ ...after, holder }, known)
    if (fault !== null) throw new Refused('SETTING_INVALID', { key: fault })
    const payload = {
      ...flat({ ...after, holder }),
      // What the second person's yes still has to find.
      was: textOf(row ?? null),
    }
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'SITE_BANK', payload })
  })
}

const flat = ({ sub, bankCode, number, holder, isOpen, rank }: Account) => ({
  sub,
  bankCode,
  number,
  holder,
  isOpen: isOpen ? 1 : 0,
  rank,
})

const textOf = (row: Account | null): string => (row === null ? '' : Object.values(flat(row)).join('|'))

const staleAccount = (sub: string, row: SiteBank | undefined): Refused =>
  row === undefined ? stale([[labelOf(sub), none]]) : stale([[labelOf(sub), words({ ...row })]], flat(row))

/** The first part of an account that cannot be so; null: it can. */
function faultOf({ sub, bankCode, number, holder, rank }: Account, known: readonly SiteBank[]): string | null {
  if (!subForm.test(sub)) return 'sub'
  if (bankNameOf(bankCode, known) === null) return 'bankCode'
  if (!numberForm.test(number)) return 'number'
  const digits = (text: string) => text.replaceAll('-', '')
  const isTaken = known.some(
    (one) => one.sub !== sub && one.bankCode === bankCode && digits(one.number) === digits(number),
  )
  if (isTaken) return 'number'
  if (holder.length < 2 || holder.length > 40) return 'holder'
  return Number.isSafeInteger(rank) && rank >= 0 && rank <= 1_000 ? null : 'rank'
}

/** Of an account that is there the name stays, also where its bank is one of the sandbox. */
const bankNameOf = (code: string, known: readonly SiteBank[]): string | null =>
  bankName(code) ?? known.find(({ bankCode }) => bankCode === code)?.bank ?? null

const banksOf = (tx: Tx, siteId: number): Promise<SiteBank[]> =>
  tx.query<SiteBank & object>(
    `select sub, code as "bankCode", bank, number, holder, is_open as "isOpen", rank from house_bank
      where site_id = $1 order by rank, sub`,
    [siteId],
  )

async function changeBank(tx: Tx, siteId: number, payload: Payload) {
  const known = await banksOf(tx, siteId)
  const after: Account = {
    sub: String(payload['sub']),
    bankCode: String(payload['bankCode']),
    number: String(payload['number']),
    holder: String(payload['holder']),
    isOpen: payload['isOpen'] === 1,
    rank: Number(payload['rank']),
  }
  const before = known.find(({ sub }) => sub === after.sub)
  const bank = bankNameOf(after.bankCode, known)
  if (textOf(before ?? null) !== payload['was'] || bank === null) throw staleAccount(after.sub, before)
  const { sub, bankCode, number, holder, isOpen, rank } = after
  await tx.query(
    `insert into house_bank (site_id, sub, bank, code, number, holder, is_open, rank) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (site_id, sub) do update set bank = excluded.bank, code = excluded.code, number = excluded.number,
       holder = excluded.holder, is_open = excluded.is_open, rank = excluded.rank`,
    [siteId, sub, bank, bankCode, number, holder, isOpen, rank],
  )
  return [{ table: 'house_bank', row: `${siteId}:${sub}`, before: before ? flat(before) : null, after: flat(after) }]
}
