import { get, type IncomingMessage } from 'node:http'
import { consoleFileEndpoints, consoleTableEndpoints, type Endpoint, mostExported } from '@maru/contract'
import { mayRead } from '@maru/contract/permissions'
import { partWords } from '@maru/contract/table-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

let server: TestServer
let audit: Awaited<ReturnType<typeof staff>>
let cs: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  audit = await staff(server, 'audit')
  cs = await staff(server, 'cs')
  await server.login('demo1')
})
afterAll(() => server.close())

const ask = (path: string, token = audit.token, language = 'ko') =>
  fetch(`${server.url}${path}${path.includes('?') ? '&' : '?'}siteInfoId=1`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
const linesOf = async (path: string, language = 'ko'): Promise<string[]> => {
  const answer = await ask(path, audit.token, language)
  expect([path, answer.status]).toEqual([path, 200])
  // Text drops the byte order mark, which Excel needs.
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  return new TextDecoder().decode(bytes).split('\r\n').slice(0, -1)
}
/** The beginning of an answer that nobody reads yet, on a connection of its own. */
const begin = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${audit.token}` }
    get(`${server.url}${path}&siteInfoId=1`, { agent: false, headers }, resolve).once('error', reject)
  })
/** Entries of a member of his own, who has nothing else. */
const entriesOf = (memberId: number, count: number) =>
  server.database.run(`
    insert into member (site_id, id, username, nick, nick_key, name, password_hash, status, created_at, account_open_at)
    values (1, ${memberId}, 'files${memberId}', 'files${memberId}', 'files${memberId}', 'files', '', 'ACTIVE', 1, 1);
    insert into ledger_entry (site_id, at, posting_id, txn_id, member_id, wallet_type, currency, amount, balance, reason, ref_id)
    select 1, n, ${memberId}000000 + n, n, ${memberId}, 'BINARY', 'KRW', n - 50000, n, 'ROUND_WIN', null
      from generate_series(1, ${count}) n`)
/** How many cursors are open of which none was read for 300 ms, or null while one is. */
const waitingCursors = async (): Promise<number | null> => {
  const cursors = await server.database.run(
    `select state = 'idle in transaction' and clock_timestamp() - state_change > interval '300 ms' as waits
       from pg_stat_activity
      where state <> 'idle' and datname = current_database() and query like 'fetch % console_file'`,
  )
  return cursors.every(({ waits }) => waits) ? cursors.length : null
}

describe('a list of the console', () => {
  const contents = async (path: string) => {
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, 200])
    return ((await answer.json()) as { content: { id: number; title?: string }[] }).content
  }

  it('is cut to days in Korea and to a text in its rows, and so is its file', async () => {
    const at = (text: string) => Date.parse(`${text}+09:00`)
    await server.database.run(`
      insert into message (site_id, id, member_id, kind, title, content, created_at) values
        (1, 7701, 1003, 'HOUSE', '입금 안내', '100%_확인', ${at('2026-01-01T23:59:59.999')}),
        (1, 7702, 1003, 'HOUSE', '출금 안내', '확인', ${at('2026-01-02T00:00:00')})`)
    const list = async (more: string) =>
      (await contents(`/api/console/message?playerId=1003&${more}`)).map(({ id }) => id)
    expect(await list('')).toEqual([7702, 7701])
    expect(await list('startDate=2026-01-02')).toEqual([7702])
    expect(await list('endDate=2026-01-01')).toEqual([7701])
    expect(await list('q=%EC%B6%9C%EA%B8%88')).toEqual([7702])
    expect(await list('q=%25_')).toEqual([7701])
    expect(await list('startDate=2026-01-02&q=7701')).toEqual([])
    expect(await linesOf('/api/console/message.csv?playerId=1003&endDate=2026-01-01')).toHaveLength(2)
    const wrong = await ask('/api/console/message?playerId=1003&startDate=2026-01-02&endDate=2026-01-01')
    expect(wrong.status).toBe(400)
  })

  it('takes days and, where it has no search of its own, a text wherever its rows have a time', async () => {
    const lists = [
      ...['dnw', 'p2p', 'suspense', 'member', 'webhook', 'approvals', 'coupon', 'treasury/moves', 'option/history'],
      ...['outgoing', 'contact', 'notice', 'article', 'statement/line', 'staff', 'member/1001/sign-in'],
    ]
    for (const list of lists)
      expect([list, await contents(`/api/console/${list}?startDate=1999-01-01&endDate=1999-01-01`)]).toEqual([list, []])
    for (const list of lists.slice(5))
      expect([list, await contents(`/api/console/${list}?q=no-such-text`)]).toEqual([list, []])
  })

  it('of a member’s records finds one by its number', async () => {
    const { accessToken } = await server.login('demo2')
    await server.call('/api/dnw/apply', { token: accessToken, key: true, body: { type: 'D', point: '10000' } })
    const [asked] = await contents('/api/console/member/1002/dnw')
    expect((await contents(`/api/console/member/1002/dnw?q=${asked!.id}`)).map(({ id }) => id)).toEqual([asked!.id])
    for (const kind of ['dnw', 'bet', 'order', 'fill', 'position'])
      expect([kind, await contents(`/api/console/member/1001/${kind}?q=999999999`)]).toEqual([kind, []])
    expect((await ask('/api/console/member/1001/dnw?q=x')).status).toBe(400)
  })
})

describe('the file of a list', () => {
  it('has as many rows as the list, for each list of the console, and who may not read the list gets none', async () => {
    const filters: Record<string, string> = {
      message: '&playerId=1001',
      economic: '&from=0&to=1',
      reconciliation: '&provider=demo-bank&currency=KRW&day=2026-01-01',
      'statement/import': '&id=77',
    }
    await server.database.run(`
      insert into statement_import
        (site_id, id, provider, currency, day, opening, closing, is_correction, lines, requested_by, reason, created_at)
      values (1, 77, 'bank', 'KRW', '2026-01-01', 0, 5, false, '[{"providerRef": "h-1", "reference": null, "kind": "deposit",
        "amount": "5", "fee": "0", "at": 1767225600000, "valueDate": "2026-01-01"}]', 1101, 'by mail', 1767225600000)`)
    for (const { path, permission } of Object.values<Endpoint>(consoleFileEndpoints)) {
      const filter = Object.entries(filters).find(([part]) => path.includes(part))?.[1] ?? ''
      const at = path.replace(':id', '1001')
      const list = (await audit.get(`${at.replace('.csv', '')}?size=100${filter}`)).body
      const [head, ...rows] = await linesOf(`${at}?x=1${filter}`)
      // The log grows by what is read.
      if (permission !== 'audit') expect([path, rows.length]).toEqual([path, list.totalElements])
      expect([path, head?.split(',').length]).toEqual([path, expect.any(Number)])
      const heads = (await linesOf(`${at}?${filter.slice(1)}`, 'en-US,en;q=0.9'))[0]
      expect(heads).not.toMatch(/[가-힣]/)
      const mayRead = (await cs.get(`${at.replace('.csv', '')}?size=1${filter}`)).status === 200
      expect([path, (await ask(`${at}?x=1${filter}`, cs.token)).status]).toEqual([path, mayRead ? 200 : 403])
    }
  })

  it('is there for a table that another answer brings as a whole: its rows, under the same permission', async () => {
    await server.database.run(`
      insert into staff_cap (site_id, scope, holder, act, won) values (1, 'ROLE', 'FINANCE', 'HOUSE', 5000000)`)
    const exposure = '/api/console/exposure'
    const rowsOf = {
      marketTable: async () => (await audit.get(exposure)).body.markets,
      largestTable: async () => (await audit.get(exposure)).body.largest,
      roundTable: async () => (await audit.get(exposure)).body.rounds,
      accountTable: async () => (await audit.get('/api/console/treasury')).body.accounts,
      statementTable: async () => (await audit.get('/api/console/treasury')).body.statements,
      merchantTable: async () => (await audit.get('/api/console/merchant')).body,
      bankTable: async () => (await audit.get('/api/console/site/bank')).body,
      healthTable: async () => (await audit.get('/api/console/provider/health')).body,
      optionTable: async () => {
        const { keys, rows } = (await audit.get('/api/console/option')).body
        return rows.flatMap(({ scope }: { scope: string }) => keys[scope])
      },
      breakTable: async () => {
        const { rules, breaks } = (await audit.get('/api/console/reconciliation')).body
        const more = breaks.flatMap(({ rows }: { rows: object[] }) => rows.slice(1))
        return [...rules, ...more]
      },
      rightTable: async () => Object.keys(partWords).map((part) => ({ part })),
      siteTable: async () => (await audit.get('/api/console/overview/site')).body,
      providerTable: async () => (await audit.get('/api/console/site/provider')).body.providers,
      walletTable: async () => {
        const { coins } = (await audit.get('/api/console/site')).body
        return ['BINARY', 'FUTURES', ...coins]
      },
      capTable: async () => (await audit.get('/api/console/cap')).body.caps,
    } satisfies Record<keyof typeof consoleTableEndpoints, () => Promise<object[]>>
    for (const [name, { path, permission }] of Object.entries(consoleTableEndpoints)) {
      const [, ...rows] = await linesOf(`${path}?x=1`)
      const shown = await rowsOf[name as keyof typeof rowsOf]()
      // Rounds end while the two are asked.
      if (name !== 'roundTable') expect([path, rows.length]).toEqual([path, shown.length])
      expect((await linesOf(`${path}?x=1`, 'en'))[0]).not.toMatch(/[가-힣]/)
      const allowed = mayRead('CS', permission) ? 200 : 403
      expect([path, (await ask(`${path}?x=1`, cs.token)).status]).toEqual([path, allowed])
    }
    expect(await linesOf('/api/console/cap.csv?x=1')).toEqual([
      '역할 · 직원,기능,1회 한도(원)',
      'FINANCE,하우스 자금 이동,5000000',
    ])
    expect((await linesOf('/api/console/treasury/account.csv?x=1', 'en')).join()).toContain('Held,Provider,')
    const log = (await audit.get('/api/console/audit?action=GET%20/api/console/exposure/largest.csv')).body.content
    expect(log.length).toBeGreaterThan(0)
  })

  it('says of a table that a page puts together what the page says, and no more of a key than that', async () => {
    const key = { id: 'k1' }
    const reason = '열쇠 교체'
    const asked = {
      provider: 'bank',
      updatedAt: 0,
      reason,
      baseUrl: 'https://bank.example.com',
      call: key,
      webhook: key,
    }
    const { body } = await (await staff(server, 'admin')).post('/api/console/site/provider', asked)
    const second = await staff(server, 'admin2')
    expect((await second.post(`/api/console/approvals/${body.approvalId}/approve`, { reason })).status).toBe(200)
    const providers = await linesOf('/api/console/site/provider.csv?x=1')
    expect(providers[0]).toBe('기능,제공사,연결,주소,호출 키,알림 키,변경 시각')
    const bank = providers.find((line) => line.startsWith('은행 입출금,bank,'))
    expect(bank).toMatch(/^은행 입출금,bank,직접,https:\/\/bank\.example\.com,k1 ····[0-9a-f]{4},k1 ····[0-9a-f]{4},2/)
    expect(providers.join()).not.toMatch(/[0-9a-f]{8}/)
    expect((await linesOf('/api/console/staff/right.csv?x=1')).slice(0, 2)).toEqual([
      '할 수 있는 일,총괄,사이트,재무,고객지원,감사',
      '사이트 · 상품,쓰기 · 두 사람,–,–,–,읽기',
    ])
    const settings = await linesOf('/api/console/option/value.csv?x=1')
    expect(settings[0]).toBe('대상,설정,키,값,기본값,버전,적용 시점')
    expect(settings.find((line) => line.includes(',maxDayExposure,'))).toMatch(
      /^사이트,하루 회차 노출 한도,maxDayExposure,"[0-9,]+ 원","300,000,000 원",[0-9]+,/,
    )
    expect(await linesOf('/api/console/site/wallet.csv?x=1')).toContain('선물 지갑,USDT,켜짐,,')
    expect((await linesOf('/api/console/overview/site.csv?x=1', 'en'))[0]).toContain('Site,Members online,')
    // The log of staff says who took which.
    for (const path of ['site/provider', 'staff/right', 'option/value', 'site/wallet', 'overview/site']) {
      const action = encodeURIComponent(`GET /api/console/${path}.csv`)
      const { content } = (await audit.get(`/api/console/audit?action=${action}`)).body
      expect([path, content.length > 0]).toEqual([path, true])
    }
  })

  it('has a line for each row that breaks a rule of the audit, and lets none of it run as a formula', async () => {
    const first = [
      { site_id: 1, '=cmd()': '=1+1' },
      { site_id: 2, reference: 'another site' },
      { site_id: 1, amount: '-5', reference: 'a,"b"' },
    ]
    const found = { rule: 'statement-lines-are-booked', count: 3, sites: [1, 2], counts: { 1: 2, 2: 1 }, first }
    await server.database.run(
      'insert into reconciliation (at, breaks, is_full, findings) values ($1, 3, true, $2::jsonb)',
      [Date.now(), JSON.stringify([found])],
    )
    const lines = await linesOf('/api/console/reconciliation/break.csv?x=1')
    const { rules } = (await audit.get('/api/console/reconciliation')).body
    await server.database.run('delete from reconciliation where breaks = 3')
    expect(lines[0]).toBe('규칙,불일치,줄')
    expect(lines).toHaveLength(1 + rules.length + 1)
    expect(lines.filter((line) => line.startsWith('명세의 줄이 원장에,'))).toEqual([
      "명세의 줄이 원장에,2,'=cmd(): =1+1",
      '명세의 줄이 원장에,2,"금액: -5 · 메모: a,""b"""',
    ])
    expect(lines).toContain('지갑 = 전표,0,')
    expect(lines.join()).not.toContain('another site')
  })

  it('is masked as the list is, and stands in the log with its filter', async () => {
    const [head, row] = await linesOf('/api/console/member.csv?q=1001')
    expect(head).toBe(
      '번호,이름,아이디,닉네임,휴대폰,이메일,상태,모바일,원화,선물 지갑,30일 손익 KRW(수수료 후),30일 손익 USDT(수수료 후),마지막 접속,가입',
    )
    const { body } = await audit.get('/api/console/member?q=1001')
    const { name, username, phone } = body.content[0]
    expect(row).toContain(`1001,${name},${username},`)
    expect(row).toContain(phone)
    expect(name + username + phone).toMatch(/\*.*\*.*\*/)
    const log = (await audit.get('/api/console/audit?action=GET%20/api/console/member.csv')).body.content
    expect(log[0]).toMatchObject({ said: { q: '1001' } })
  })

  it('lets no name run as a formula, and keeps markup, commas and quotes as text', async () => {
    const nicks = ['=cmd()', '+1+cmd', '-2+3', '@SUM(A1)', '\t=1+1', '<img onerror=alert(1) src=x>', 'a,"b"', '-500']
    await server.database.run(
      `insert into member (site_id, id, username, nick, nick_key, name, password_hash, status, created_at, account_open_at)
       select 1, 61000 + n, 'csv' || n, nick, 'csv' || n, '=cmd()', '', 'ACTIVE', 1, 1
         from unnest($1::text[]) with ordinality as of (nick, n)`,
      [nicks],
    )
    const lines = (await linesOf('/api/console/member.csv?q=csv')).slice(1).reverse()
    const cells = lines.map((line) => /^\d+,('?=[^,]*),[^,]*,(.*),,,정상/.exec(line)?.slice(1))
    // The mask of a name keeps its first letter.
    expect(cells.every((cell) => cell?.[0]?.startsWith("'=") === true)).toBe(true)
    expect(cells.map((cell) => cell?.[1])).toEqual([
      "'=cmd()",
      "'+1+cmd",
      "'-2+3",
      "'@SUM(A1)",
      "'\t=1+1",
      '<img onerror=alert(1) src=x>',
      '"a,""b"""',
      '-500',
    ])
  })

  it('has 100,000 rows in their order while the list counts to 10,000, and is refused for one more', async () => {
    await entriesOf(62_001, mostExported)
    const path = '/api/console/ledger.csv?memberId=62001'
    const [head, ...rows] = await linesOf(path)
    expect([head, rows.length]).toEqual(['시각,회원,유형,지갑,증감,잔액,통화,거래,근거', mostExported])
    expect(rows[0]).toBe('1970-01-01 09:01:40,62001,회차 실현,원화 지갑,50000,100000,KRW,100000,')
    expect(rows.at(-1)).toBe('1970-01-01 09:00:00,62001,회차 실현,원화 지갑,-49999,1,KRW,1,')
    expect(new Set(rows).size).toBe(mostExported)
    const { body } = await audit.get('/api/console/ledger?memberId=62001&size=100')
    expect(body).toMatchObject({ totalElements: 10_001, totalPages: 100 })
    await server.database.run(`
      insert into ledger_entry (site_id, at, posting_id, txn_id, member_id, wallet_type, currency, amount, balance, reason, ref_id)
      values (1, 0, 62001900001, 1, 62001, 'BINARY', 'KRW', 1, 1, 'BONUS', null)`)
    const refused = await ask(path)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([413, 'EXPORT_TOO_LARGE'])
    expect(await linesOf(`${path}&reason=BONUS`)).toHaveLength(2)
  })

  it('is read only as fast as it is taken, ends with whoever asked for it, and three are made at a time', async () => {
    await entriesOf(62_002, 90_000)
    const path = '/api/console/ledger.csv?memberId=62002'
    const asked = await Promise.all([1, 2, 3].map(() => begin(path)))
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    // Nobody reads on: once their sockets are full the cursors wait, and no fourth is opened.
    await expect.poll(waitingCursors).toBe(3)
    const fourth = await ask(path)
    expect([fourth.status, ((await fourth.json()) as { code: string }).code]).toEqual([503, 'TRY_AGAIN_LATER'])
    for (const answer of asked) answer.destroy()
    await expect.poll(waitingCursors).toBe(0)
    await expect.poll(async () => (await linesOf(path)).length).toBe(90_001)
  })

  it('of another site, of a member of nobody and of a filter that makes no sense is refused as the list is', async () => {
    const code = async (path: string) => ((await (await ask(path)).json()) as { code: string }).code
    expect(await code('/api/console/member/999999/bet.csv')).toBe('USER_NOT_FOUND')
    expect(await code('/api/console/ledger.csv?startDate=2026-02-02&endDate=2026-02-01')).toBe('INVALID_REQUEST')
    const other = await fetch(`${server.url}/api/console/member.csv?siteInfoId=99`, {
      headers: { authorization: `Bearer ${audit.token}` },
    })
    expect(((await other.json()) as { code: string }).code).toBe('SITE_NOT_FOUND')
  })
})
