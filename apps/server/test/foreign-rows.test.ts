import { type Endpoint, endpoints } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, startTestServer, type TestServer } from './harness.ts'
import { staffOf } from './money-house.ts'
import { addPartners } from './partner-rows.ts'

/** The site that the rows are of; staff ask for them at their own site. */
const theirs = 15
const ours = 1
const reason = '확인합니다'
const version = 1
const text = '<p>글</p>'

let server: TestServer
let who: ReturnType<typeof staffOf>
/** A row of the other site for each name. */
const rows = new Map<string, number | string>()
const id = (name: string): number | string => {
  const found = rows.get(name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}

const notice = { category: 'NOTICE', title: '제목', content: text, isForced: false, isPinned: false }
const article = { title: '제목', content: text, audience: 'ALL', position: 0, needsConsent: false, category: 'MONEY' }

/** Whose call it is, the row that it names, and a body that nothing is wrong with. Paths without a row name it in their body. */
const calls: Readonly<Record<string, readonly [person: string, row: string, body?: () => object]>> = {
  'POST /api/console/dnw/:id/take': ['finance', 'dnw', () => ({ reason, version })],
  'POST /api/console/dnw/:id/hand_over': ['finance', 'dnw', () => ({ reason, version, to: 1108 })],
  'POST /api/console/dnw/:id/note': ['finance', 'dnw', () => ({ reason, text: '메모' })],
  'POST /api/console/dnw/:id/release': ['finance', 'dnw', () => ({ reason, version })],
  'POST /api/console/dnw/:id/approve': ['finance', 'dnw', () => ({ reason, version })],
  'POST /api/console/dnw/:id/reject': ['finance', 'dnw', () => ({ reason, version })],
  'POST /api/console/dnw/:id/complete': ['finance', 'dnw', () => ({ reason, version, statementLine: 'S-1' })],
  'POST /api/console/approvals/:id/approve': ['operator2', 'approval', () => ({ reason })],
  'POST /api/console/approvals/:id/refuse': ['operator2', 'approval', () => ({ reason })],
  'GET /api/console/dnw/:id': ['finance', 'dnw'],
  'POST /api/console/stop/:id/confirm': ['operator2', 'stop', () => ({ reason })],
  'POST /api/console/stop/:id/open': ['operator2', 'stop', () => ({ reason })],
  'POST /api/console/round/:id/void': ['operator', 'round', () => ({ reason })],
  'POST /api/console/staff/:id/role': ['admin', 'staff', () => ({ reason, role: 'CS' })],
  'POST /api/console/staff/:id/disable': ['admin', 'staff', () => ({ reason })],
  'POST /api/console/staff/:id/totp-reset': ['admin', 'staff', () => ({ reason })],
  'GET /api/console/staff/:id/session': ['admin', 'staff'],
  'POST /api/console/staff/:id/session/end': ['admin', 'staff', () => ({ reason })],
  'GET /api/console/ledger/:id': ['finance', 'txn'],
  'GET /api/console/member/:id': ['operator', 'member'],
  'GET /api/console/member/:id/limit': ['operator', 'member'],
  'GET /api/console/member/:id/sign-in': ['operator', 'member'],
  'POST /api/console/member/:id/personal': ['operator', 'member', () => ({ reason })],
  'POST /api/console/member/:id/status': ['operator', 'member', () => ({ reason, version, status: 'DENY' })],
  'POST /api/console/member/:id/device': ['operator', 'member', () => ({ reason, version, isMobileBlocked: true })],
  'POST /api/console/member/:id/session/end': ['operator', 'member', () => ({ reason })],
  'POST /api/console/member/:id/ceiling': [
    'operator',
    'member',
    () => ({ reason, kind: 'STAKE', currency: 'KRW', amount: '10000' }),
  ],
  'POST /api/console/member/:id/note': ['operator', 'member', () => ({ reason, text: '메모' })],
  'GET /api/console/member/:id/dnw': ['operator', 'member'],
  'GET /api/console/member/:id/bet': ['operator', 'member'],
  'GET /api/console/member/:id/order': ['operator', 'member'],
  'GET /api/console/member/:id/fill': ['operator', 'member'],
  'GET /api/console/member/:id/position': ['operator', 'member'],
  'GET /api/console/member/:id/sign-in.csv': ['operator', 'member'],
  'GET /api/console/member/:id/dnw.csv': ['operator', 'member'],
  'GET /api/console/member/:id/bet.csv': ['operator', 'member'],
  'GET /api/console/member/:id/order.csv': ['operator', 'member'],
  'GET /api/console/member/:id/fill.csv': ['operator', 'member'],
  'GET /api/console/member/:id/position.csv': ['operator', 'member'],
  'POST /api/console/merchant/:id/block': ['operator', 'merchant', () => ({ reason, version })],
  'GET /api/console/site/logo/:id': ['admin', 'logo'],
  'POST /api/console/merchant/:id/unblock': ['admin', 'merchant', () => ({ reason, version })],
  'POST /api/console/merchant': [
    'admin',
    'merchant',
    () => ({
      reason,
      version,
      merchantId: id('merchant'),
      name: '남의상인',
      buyPpm: 100,
      minWon: '10000',
      maxWon: '90000',
    }),
  ],
  'POST /api/console/option/change/:id/withdraw': ['operator', 'change', () => ({ reason })],
  'POST /api/console/outgoing/:id/ask': ['finance', 'outgoing', () => ({ reason })],
  'POST /api/console/outgoing/:id/retry': ['finance', 'outgoing', () => ({ reason })],
  'GET /api/console/p2p/:id': ['finance', 'p2p'],
  'GET /api/console/p2p/:id/file/:fileId': ['finance', 'p2p'],
  'POST /api/console/p2p/:id/decide': ['cs', 'p2p', () => ({ reason, version, decision: 'RELEASE' })],
  'GET /api/console/suspense/:id/candidate': ['finance', 'suspense'],
  'POST /api/console/suspense/:id/assign': [
    'finance',
    'suspense',
    () => ({ reason, memberId: 1001, walletType: 'BINARY' }),
  ],
  'GET /api/console/partner/:id/shared': ['operator', 'partner'],
  'POST /api/console/partner/:id/decide': ['operator', 'partner', () => ({ reason, accept: false })],
  'POST /api/console/partner/:id/terms': [
    'operator',
    'partner',
    () => ({ reason, feeRate: '1', rollRate: '0.1', fromWeek: '2030-01-07' }),
  ],
  'POST /api/console/partner/:id/status': ['operator', 'partner', () => ({ reason, status: 'SUSPENDED' })],
  'POST /api/console/partner/:id/code': ['operator', 'partner', () => ({ reason, code: 'THEIRS2' })],
  'POST /api/console/member/:id/partner': ['operator', 'member', () => ({ reason, code: 'PARTNER1' })],
  'POST /api/console/suspense/:id/offset': ['finance', 'suspense', () => ({ reason })],
  'POST /api/console/suspense/:id/return': ['finance', 'suspense', () => ({ reason, statementLine: 'S-1' })],
  'POST /api/console/ledger/:id/deduct': ['finance', 'entry', () => ({ reason, postingId: id('posting') })],
  'POST /api/console/dnw/:id/payee': ['finance', 'dnw', () => ({ reason })],
  'POST /api/console/dnw/:id/payout-end': ['finance', 'dnw', () => ({ reason, isPaid: true, evidence: 'S-1' })],
  'POST /api/console/member/:id/freeze': ['finance', 'member', () => ({ reason, isFrozen: true })],
  'POST /api/console/coupon/:id/revoke': ['operator', 'coupon', () => ({ reason })],
  'POST /api/console/member/:id/bonus': ['finance', 'member', () => ({ reason, type: 'PB', point: '1000' })],
  'GET /api/console/member/:id/payout': ['finance', 'member'],
  'POST /api/console/member/:id/payout': ['finance', 'member', () => ({ reason, walletType: 'BINARY' })],
  'GET /api/console/member/:id/group': ['admin', 'member'],
  'POST /api/console/member/:id/group/exempt': [
    'admin',
    'member',
    () => ({ reason, kind: 'DEVICE', hash: 'ab'.repeat(32) }),
  ],
  'POST /api/console/member/:id/group/link': ['admin', 'member', () => ({ reason, otherId: 1002, as: 'JOIN' })],
  'POST /api/console/risk-group/:id/undo': ['admin', 'group', () => ({ reason })],
  'POST /api/console/economic/:id': [
    'operator',
    'economic',
    () => ({ reason, previous: '1', forecast: '2', actual: '3' }),
  ],
  'POST /api/console/economic/:id/delete': ['operator', 'economic', () => ({ reason })],
  'GET /api/console/chat/:id': ['cs', 'chat'],
  'GET /api/console/chat/:id/file/:fileId': ['cs', 'chat'],
  'POST /api/console/chat/:id/take': ['cs', 'chat', () => ({ reason })],
  'POST /api/console/chat/:id/hand_over': ['cs', 'chat', () => ({ reason })],
  'POST /api/console/chat/:id/message': ['cs', 'chat', () => ({ clientId: crypto.randomUUID(), text: '안녕하세요' })],
  'POST /api/console/chat/:id/typing': ['cs', 'chat', () => ({})],
  'POST /api/console/chat/:id/read': ['cs', 'chat', () => ({ seq: 1 })],
  'POST /api/console/chat/:id/end': ['cs', 'chat', () => ({ reason })],
  'GET /api/console/contact/:id': ['cs', 'inquiry'],
  'GET /api/console/contact/:id/file/:fileId': ['cs', 'inquiry'],
  'POST /api/console/contact/:id/take': ['cs', 'inquiry', () => ({ reason, version })],
  'POST /api/console/contact/:id/release': ['cs', 'inquiry', () => ({ reason, version })],
  'POST /api/console/contact/:id/note': ['cs', 'inquiry', () => ({ reason, text: '메모' })],
  'POST /api/console/contact/:id/answer': ['cs', 'inquiry', () => ({ reason, version, answer: '답변' })],
  'POST /api/console/alarm/:id/take': ['operator', 'alarm', () => ({})],
  'POST /api/console/alarm_address/:id/remove': ['operator', 'alarm_address', () => ({ reason })],
  'POST /api/console/alarm_address/:id/try': ['operator', 'alarm_address', () => ({ reason })],
  'POST /api/console/canned_answer/:id/delete': ['operator', 'canned', () => ({ reason })],
  'POST /api/console/saved_filter/:id/delete': ['operator', 'filter', () => ({})],
  'POST /api/console/notice/:id': ['operator', 'notice', () => ({ reason, version, ...notice })],
  'POST /api/console/notice/:id/publish': ['operator', 'notice', () => ({ reason, version })],
  'POST /api/console/notice/:id/withdraw': ['operator', 'notice', () => ({ reason, version })],
  'POST /api/console/article/:id': ['operator', 'article', () => ({ reason, version, ...article })],
  'POST /api/console/article/:id/publish': ['operator', 'article', () => ({ reason, version })],
  'POST /api/console/article/:id/withdraw': ['operator', 'article', () => ({ reason, version })],
}
/** Members are named in bodies, too. */
const inBodies: readonly (readonly [person: string, path: string, body: () => object])[] = [
  ['cs', '/api/console/message', () => ({ reason, playerId: id('member'), title: '안내', content: '글' })],
  ['admin', '/api/console/member/1001/group/link', () => ({ reason, otherId: id('member'), as: 'JOIN' })],
  ['admin', '/api/console/cap', () => ({ reason, staffId: id('staff'), act: 'GRANT', won: '1000' })],
]

const call = async (
  person: string,
  method: string,
  path: string,
  body?: object,
  siteInfoId = ours,
): Promise<Answer> => {
  const { get, post } = await who(person)
  return method === 'GET' ? get(path, siteInfoId) : post(path, body ?? {}, siteInfoId)
}
const must = ({ status, body }: Answer) => {
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}
const there = async (person: string, path: string, body?: object) =>
  must(await call(person, body === undefined ? 'GET' : 'POST', path, body, theirs))

beforeAll(async () => {
  server = await startTestServer()
  who = staffOf(server)
  const { run } = server.database
  const person = (n: number) => ({
    username: `other${n}`,
    password: 'lantern-orbit-7',
    name: '박다름',
    nick: `다름${n}`,
  })
  const join = async (n: number) => {
    const at = { siteInfoId: theirs }
    must(await server.call('/api/player', { ...at, body: { ...person(n), phone: `010-7777-000${n}` } }))
    const { username, password } = person(n)
    return must(await server.call('/api/login', { ...at, body: { username, password } }))
  }
  const [member, friend] = [await join(1), await join(2)]
  const memberId: number = member.user.id
  const own = async (path: string, body: object) =>
    must(await server.call(path, { token: member.accessToken, siteInfoId: theirs, key: true, body }))
  rows.set('member', memberId)
  await run(`update member set identity_at = 1, person_hash = '\\\\x01' where id = ${memberId}`)
  rows.set('dnw', (await own('/api/dnw/apply', { type: 'D', point: '300000' })).id)
  rows.set('inquiry', (await own('/api/contact/create', { playerId: memberId, question: '언제 오나요?' })).id)
  rows.set('chat', (await own('/api/chat/open', {})).id)
  rows.set('txn', (await there('finance', '/api/console/ledger')).content[0].txnId)
  rows.set('stop', (await there('operator', '/api/console/stop', { scope: 'LINE', id: 'FUTURES', reason })).id)
  rows.set(
    'round',
    (await there('operator', '/api/console/exposure')).rounds.find(
      ({ phase }: { phase: string }) => phase === 'SCHEDULED',
    ).id,
  )
  await there('finance', `/api/console/member/${memberId}/freeze`, { reason, isFrozen: true })
  rows.set(
    'approval',
    (await there('finance', `/api/console/member/${memberId}/freeze`, { reason, isFrozen: false })).approvalId,
  )
  const linked = { reason, otherId: friend.user.id, as: 'JOIN' }
  const joined = await there('admin', `/api/console/member/${memberId}/group/link`, linked)
  await there('admin2', `/api/console/approvals/${joined.approvalId}/approve`, { reason })
  rows.set('group', Number((await run(`select id from risk_group_edit where site_id = ${theirs}`))[0]?.['id']))
  rows.set('merchant', (await there('admin', '/api/console/merchant'))[0].id)
  const [{ optionId, version: seen }] = (await there('operator', '/api/console/option?scope=round')).rows
  const items = [{ scope: 'round', optionId, version: seen, changes: { minPoint: '6000' } }]
  const later = { items, reason, effectiveFrom: server.deps.clocks.domain.now() + 3_600_000 }
  const change = await there('operator', '/api/console/option', later)
  await there('operator2', `/api/console/approvals/${change.approvalId}/approve`, { reason })
  rows.set('change', (await there('operator', '/api/console/option/history')).content[0].id)
  const now = Date.now()
  const coupon = { promoCode: 'THEIRS-1', title: '남의 쿠폰', walletType: 'BINARY', point: '5000', startsAt: now }
  const more = { endsAt: now + 86_400_000, maxUses: 9, isFirstDeposit: false, audience: [], reason }
  const opened = await there('operator', '/api/console/coupon', { ...coupon, ...more })
  await there('finance', `/api/console/approvals/${opened.approvalId}/approve`, { reason })
  rows.set('coupon', (await there('operator', '/api/console/coupon')).content[0].id)
  rows.set('notice', (await there('operator', '/api/console/notice', { ...notice, reason })).id)
  rows.set('article', (await there('operator', '/api/console/article', { ...article, kind: 'FAQ', reason })).id)
  const filter = { list: 'members', name: '휴면', filter: { q: 'm' } }
  rows.set('filter', (await there('operator', '/api/console/saved_filter', filter)).id)
  rows.set(
    'canned',
    (await there('operator', '/api/console/canned_answer', { title: '인사', text: '안녕', reason })).id,
  )
  const mailed = { role: 'CS', channel: 'MAIL', to: 'cs@theirs.example', kinds: ['SUSPENSE'], fromHour: 0, toHour: 0 }
  rows.set('alarm_address', (await there('operator', '/api/console/alarm_address', { ...mailed, reason })).id)
  // What no call of the desk makes.
  rows.set('alarm', 990_006)
  await run(`insert into alarm values (${theirs}, 990006, 'SUSPENSE', '990002', 1, 1, null, null, null)`)
  rows.set('staff', 990_001)
  await run(`insert into member select (jsonb_populate_record(m, '{"site_id": ${theirs}, "id": 990001}')).* from member m
              where site_id = 1 and username = 'operator2'`)
  await run(`insert into staff values (${theirs}, 990001, 'SITE', '{${theirs}}', 1)`)
  rows.set('partner', 990_006)
  await addPartners(server.database, [{ siteId: theirs, id: 990_006, code: 'THEIRS1', parentId: null }])
  rows.set('logo', 990_005)
  await run(`insert into site_logo values (${theirs}, 990005, '', 1)`)
  rows.set('economic', 990_004)
  await run(`insert into economic_event values (${theirs}, 990004, 1, 'US', '금리', 3, '1', '2', null, 'FED')`)
  rows.set('outgoing', 'theirs-1')
  await run(`insert into outgoing values (${theirs}, 'theirs-1', 'mail', 'mail', '{}', 'DEAD', 9, 1, 1, ${now}, null)`)
  const [credit] = await run(
    `select id::int, txn_id::int from posting where site_id = ${theirs} and member_id is not null limit 1`,
  )
  rows.set('entry', Number(credit!['txn_id']))
  rows.set('posting', Number(credit!['id']))
  rows.set('suspense', 990_002)
  await run(`insert into suspense values (${theirs}, 990002, 'PAYER', 'bank', 'x', 'x', '박', ${memberId}, 'KRW', 5000,
              'BANK_KRW', 'bank', 1, 'OPEN', null, null, '')`)
  rows.set('p2p', 990_003)
  await run(`insert into p2p_order values (${theirs}, 990003, ${memberId}, 'BUY', ${id('merchant')}, '상인', 50000, 10, 1, 'USDT',
              '박', null, '', '', 'DISPUTED', 10, '', null, null, '[]', '', 0, 1, 1, null, 1)`)
}, 180_000)
afterAll(() => server.close())

const tables = [
  ...['member', 'dnw', 'approval', 'stop', 'staff', 'coupon', 'notice', 'article', 'canned_answer', 'inquiry', 'chat'],
  ...['p2p_order', 'p2p_merchant', 'suspense', 'outgoing', 'config_change', 'risk_group_edit', 'member_note'],
  'alarm_address',
  ...['login_session', 'economic_event', 'withdrawal_freeze', 'message', 'staff_cap'],
  ...['partner', 'partner_terms', 'dnw_note', 'saved_filter', 'member_ceiling'],
]
/** All of the other site that a call could have changed. */
async function others(): Promise<unknown> {
  const known = await server.database.run(
    `select table_name from information_schema.columns where column_name = 'site_id' and table_schema = 'public'`,
  )
  const names = known.map((row) => String(row['table_name'])).filter((name) => tables.includes(name))
  // What the other site sends by itself goes on meanwhile.
  const which = (name: string) => (name === 'outgoing' ? `and id = '${id('outgoing')}'` : '')
  const parts = names.map(
    (name) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t
        where site_id = ${theirs} ${which(name)}`,
  )
  return server.database.run(parts.join(' union all '))
}

const namesRow = Object.values<Endpoint>(endpoints).filter(({ auth, path }) => auth === 'staff' && path.includes(':id'))
it('is asked of each call that names a row', () => {
  const named = namesRow.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(calls)).toEqual(expect.arrayContaining(named))
})

it.each(Object.entries(calls))('%s answers 404 for a row of another site, and leaves it as it is', async (name, of) => {
  const [person, row, body] = of
  const [method = '', template = ''] = name.split(' ')
  const path = template.replace(':id', String(id(row))).replace(':fileId', '1')
  const before = await others()
  const { status, body: told } = await call(person, method, path, body?.())
  expect([status, told.code]).toEqual([404, expect.stringMatching(/_NOT_FOUND$/)])
  // The row alone is missing: the address is one.
  expect(told.code).not.toBe('ROUTE_NOT_FOUND')
  expect(await others()).toEqual(before)
})

it.each(inBodies)('%s, POST %s: a body that names one is answered 404, too', async (person, path, body) => {
  const before = await others()
  const { status, body: told } = await call(person, 'POST', path, body())
  expect([status, told.code]).toEqual([404, 'USER_NOT_FOUND'])
  expect(await others()).toEqual(before)
})

it('the same rows are there for who works on their site', async () => {
  for (const [name, [person, row, body]] of Object.entries(calls)) {
    if (body !== undefined || name.endsWith('.csv') || name.includes(':fileId') || person === 'cs') continue
    const path = (name.split(' ')[1] ?? '').replace(':id', String(id(row)))
    expect([name, (await call(person, 'GET', path, undefined, theirs)).status]).toEqual([name, 200])
  }
})

it('a site that is none of his is 404 itself', async () => {
  const answer = await call('cs', 'GET', '/api/console/dnw', undefined, theirs)
  expect([answer.status, answer.body.code]).toEqual([404, 'SITE_NOT_FOUND'])
})
