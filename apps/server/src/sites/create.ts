import { consoleSiteEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { type ApprovalRow, field, none, type SecondPerson, valueText } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { domainsOf } from './console.ts'
import { switchFields, unlessDomainTaken, withSwitches } from './edit.ts'

/** New sites, by two persons. A site is empty: no members, no accounts to send to, no providers of its own; its books are open. */
export function registerSiteCreation(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  opened: (siteId: number) => Promise<void>,
): void {
  second.register({
    SITE_CREATE: {
      permission: 'sites',
      fields: ({ payload }) => [
        field({ ko: '코드', en: 'Code' }, null, String(payload['code'])),
        field({ ko: '이름', en: 'Name' }, null, String(payload['name'])),
        field({ ko: '도메인', en: 'Domains' }, null, String(payload['domains']) || none),
        field({ ko: '언어', en: 'Language' }, null, String(payload['language'])),
        field({ ko: '방문자 언어', en: 'Visitors’ language' }, null, String(payload['guestLanguage'])),
        field({ ko: '실시간 상담', en: 'Live chat' }, null, valueText(payload['liveChat'] === 1)),
        ...switchFields('000000', String(payload['flags'])),
      ],
      change: (tx, row) => createSite(tx, row, deps.clocks.wall()),
      done: ({ subjectId }) => opened(subjectId),
    },
  })

  route(app, deps, consoleSiteEndpoints.siteCreate, async ({ body, site, member, idempotency: { key } }) => {
    const { reason, code, name, language, guestLanguage, flags, liveChat } = body
    // Sites without a row in another group are of the main one: a core of another would never hear of this one.
    if (deps.config.siteGroup !== 'main') throw new Refused('SETTING_INVALID', { key: 'siteGroup' })
    if (app.sites.byCode(code) !== null) throw new Refused('SITE_CODE_TAKEN')
    const domains = domainsOf(body.domains)
    const isTaken = (domain: string) => app.sites.byHost(domain) !== null || domain === deps.config.consoleHost
    if (domains.some(isTaken)) throw new Refused('DOMAIN_TAKEN')
    const payload = {
      code,
      name,
      domains: domains.join(','),
      language,
      guestLanguage,
      flags: withSwitches('000000', flags),
      liveChat: liveChat ? 1 : 0,
    }
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: deps.ids.next() }
    return second.ask({ ...of, kind: 'SITE_CREATE', payload })
  })
}

/** Writes the site, and gives it to the two who made it: they can give it to others. */
async function createSite(
  tx: Tx,
  { siteId: home, id: approvalId, subjectId, payload, requestedBy }: ApprovalRow,
  now: number,
) {
  const text = (name: string) => String(payload[name])
  const flags = text('flags')
  const after = {
    code: text('code'),
    name: text('name'),
    domains: text('domains') === '' ? [] : text('domains').split(','),
    language: text('language'),
    guest_language: text('guestLanguage'),
    flags,
    live_chat: payload['liveChat'] === 1,
    used_coins: flags[5] === '1' ? 'BINARY,FUTURES' : 'FUTURES',
    deposit_coins: 'USDT',
    buy_coins: 'USDT',
    created_at: now,
  }
  const names = Object.keys(after)
  await unlessDomainTaken(() =>
    tx.query(
      `insert into site (id, ${names.join(', ')}) values ($1, ${names.map((_, place) => `$${place + 2}`).join(', ')})`,
      [subjectId, ...Object.values(after)],
    ),
  )
  const given = await tx.query<{ member_id: string; before: string[]; after: string[] }>(
    `with makers as (
       select member_id, site_ids as before from staff
        where site_id = $1 and disabled_at is null
          and member_id in ($2, (select decided_by from approval where site_id = $1 and id = $3))
        for update)
     update staff s set site_ids = s.site_ids || $4::bigint from makers m
      where s.site_id = $1 and s.member_id = m.member_id
      returning s.member_id, m.before, s.site_ids as after`,
    [home, requestedBy, approvalId, subjectId],
  )
  return [
    { table: 'site', row: String(subjectId), before: null, after },
    ...given.map((row) => ({
      table: 'staff',
      row: `${home}:${row.member_id}`,
      before: { siteIds: row.before.map(Number) },
      after: { siteIds: row.after.map(Number) },
    })),
  ]
}
