import { economicMostBytes } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startFileServer } from '../../test/file-server.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { seedEconomic } from '../seed/index.ts'

type Person = Awaited<ReturnType<typeof staff>>
const day = 86_400_000
const noon = Date.parse('2026-11-02T12:00:00+09:00')
const reason = '10월 지표'
const path = '/api/console/economic'
const files = new Map<string, { body: string; status?: number; hangs?: boolean }>()
let house: Awaited<ReturnType<typeof startFileServer>>
let server: TestServer
let cs: Person
let admin: Person
beforeAll(async () => {
  house = await startFileServer(files)
  server = await startTestServer({ reach: house.reach })
  // What the demo shows at first would stand among what the tests import.
  await server.database.run('delete from economic_event where site_id <> 25')
  cs = await staff(server, 'cs')
  admin = await staff(server, 'admin')
})
afterAll(async () => {
  await server.close()
  await house.close()
})

const release = (parts: object = {}) => ({
  name: '소비자물가지수',
  at: new Date(noon).toISOString(),
  country: 'US',
  importance: 3,
  previous: '3.0%',
  forecast: '2.9%',
  ...parts,
})
const importing = (releases: readonly object[] | string, parts: object = {}, by = cs, site = 1) =>
  by.post(
    `${path}/import`,
    {
      reason,
      source: '미국 노동통계국',
      content: typeof releases === 'string' ? releases : JSON.stringify(releases),
      ...parts,
    },
    site,
  )
const from = noon - day
const list = (more = '', siteInfoId = 1) =>
  server.call(`/api/content/economic/list?from=${from}&to=${from + 30 * day}${more}`, { siteInfoId })
const names = async (more = '', site = 1) => (await list(more, site)).body.map(({ name }: { name: string }) => name)
interface Logged {
  readonly subject_id: string | null
  readonly changes: readonly { readonly before: object | null; readonly after: object }[]
}
const acts = async () => {
  const sql = `select subject_id, changes from staff_act where action like '%economic%' order by id`
  return (await server.database.run(sql)) as unknown as Logged[]
}

it('a calendar that never ends is refused in time, and the server answers others meanwhile', async () => {
  // The 31st of February comes never, however long one looks for the second one.
  const hostile = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VTIMEZONE',
    'TZID:Mars/Base',
    'BEGIN:STANDARD',
    'DTSTART:20260101T000000',
    'RRULE:FREQ=DAILY;COUNT=300;BYMONTH=2;BYMONTHDAY=31',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'SUMMARY:x',
    'LOCATION:US',
    'PRIORITY:1',
    'DTSTART;TZID=Mars/Base:20261014T083000',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  let isOver = false
  const imported = importing(hostile).finally(() => {
    isOver = true
  })
  let answers = 0
  while (!isOver) {
    expect((await server.call('/api/server_time_offset')).status).toBe(200)
    answers += 1
  }
  expect(answers).toBeGreaterThan(3)
  expect(refusal(await imported)).toEqual([422, 'IMPORT_UNREADABLE'])
  expect((await importing([release({ name: '확인' })], { isDry: true })).status).toBe(200)
})

describe('an import', () => {
  it('adds what is new, changes what is known, keeps figures that the file does not tell, and is told in the log', async () => {
    expect(
      (
        await importing([
          release(),
          release({ name: '베이지북', importance: 2, at: new Date(noon + day).toISOString() }),
        ])
      ).body,
    ).toEqual({
      added: 2,
      changed: 0,
      same: 0,
      faults: [],
    })
    const again = await importing([
      release({ actual: '3.1%', previous: undefined }),
      release({ name: '신규', importance: 1 }),
    ])
    expect(again.body).toMatchObject({ added: 1, changed: 1, same: 0 })
    expect((await importing([release({ forecast: undefined })])).body).toMatchObject({ added: 0, changed: 0, same: 1 })
    const { body } = await list()
    expect(
      body.map(({ name, actual, previous, forecast }: Record<string, string>) => [name, previous, forecast, actual]),
    ).toEqual([
      ['소비자물가지수', '3.0%', '2.9%', '3.1%'],
      ['신규', '3.0%', '2.9%', null],
      ['베이지북', '3.0%', '2.9%', null],
    ])
    expect(body[0].source).toBe('미국 노동통계국')
    const logged = await acts()
    expect(logged.map(({ changes }) => changes.map(({ before }) => before !== null))).toEqual([
      [false, false],
      [true, false],
    ])
    expect(logged[1]?.changes[0]).toMatchObject({ before: { actual: null }, after: { actual: '3.1%' } })
  })

  it('says first what it would do, and does nothing', async () => {
    const before = (await list()).body
    const { body } = await importing([release({ actual: '9%' }), release({ name: '또', at: '2026-10-14T09:00' })], {
      isDry: true,
    })
    expect(body).toEqual({ added: 0, changed: 1, same: 0, faults: [{ line: 1, fault: 'OFFSET' }] })
    expect((await list()).body).toEqual(before)
  })

  it('takes nothing where a line is wrong or a release stands twice', async () => {
    const before = (await list()).body
    const wrong = JSON.stringify([release({ actual: '9%' }), release({ actual: '8%' })], null, 1)
    const refused = await importing(wrong)
    expect(refusal(refused)).toEqual([422, 'IMPORT_INVALID'])
    expect(refused.body.params).toEqual({ line: 11 })
    expect((await list()).body).toEqual(before)
  })

  it.each([
    ['no calendar', '<html>', 422, 'IMPORT_UNREADABLE'],
    ['an empty one', '[]', 422, 'IMPORT_UNREADABLE'],
    ['2,001 releases', JSON.stringify(Array.from({ length: 2_001 }, () => 0)), 413, 'IMPORT_TOO_LARGE'],
  ])('refuses %s', async (_, content, status, code) => {
    expect(refusal(await importing(content, { isDry: true }))).toEqual([status, code])
  })

  it('needs a file or an address, not both', async () => {
    for (const parts of [{ content: undefined }, { url: 'https://example.com/a.json' }])
      expect(refusal(await importing('[]', parts))).toEqual([400, 'INVALID_REQUEST'])
  })

  it('is of its site alone, and of who may write content', async () => {
    await importing([release({ name: '다른 사이트' })], {}, admin, 15)
    expect(await names('', 15)).toEqual(['다른 사이트'])
    expect(await names()).not.toContain('다른 사이트')
    const finance = await staff(server, 'finance')
    expect(refusal(await importing([release()], {}, finance))).toEqual([403, 'PERMISSION_DENIED'])
  })

  it('of two at once makes each release once', async () => {
    const same = [release({ name: '동시', importance: 2 })]
    const answers = await Promise.all([importing(same), importing(same)])
    expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 1])
    expect((await names()).filter((name: string) => name === '동시')).toHaveLength(1)
  })
})

describe('an import from an address', () => {
  const of = (url: string) => importing('', { content: undefined, url, isDry: true })
  it('takes the file that lies there', async () => {
    files.set('/week.json', { body: JSON.stringify([release({ name: '먼 곳' })]) })
    expect((await of(house.url('/week.json'))).body).toMatchObject({ added: 1, faults: [] })
  })

  it.each([
    ['http', 'http://example.com/a.json'],
    ['a private address', 'https://10.0.0.1/a.json'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest'],
    ['a name in the address', 'https://user:pass@localhost/a'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'week.json'],
  ])('refuses %s before anything is called', async (_, url) => {
    const before = house.asked.length
    expect(refusal(await of(url))).toEqual([422, 'IMPORT_ADDRESS'])
    expect(house.asked.length).toBe(before)
  })

  it('tells of what is not there, leads elsewhere, is too large, or is no text', async () => {
    files.set('/moved', { body: '', status: 302 })
    files.set('/large', { body: 'x'.repeat(economicMostBytes + 1) })
    files.set('/bytes', { body: Buffer.from([0xff, 0xfe, 0x00]) as unknown as string })
    expect(refusal(await of(house.url('/none')))).toEqual([502, 'IMPORT_UNREACHABLE'])
    expect(refusal(await of(house.url('/moved')))).toEqual([502, 'IMPORT_UNREACHABLE'])
    expect(house.asked).not.toContain('/elsewhere')
    expect(refusal(await of(house.url('/large')))).toEqual([413, 'IMPORT_TOO_LARGE'])
    expect(refusal(await of(house.url('/bytes')))).toEqual([422, 'IMPORT_UNREADABLE'])
  })
})

describe('the calendar', () => {
  it('is cut by time, importance and country', async () => {
    await importing([release({ name: '기준금리', country: 'KR', importance: 3 })])
    expect(await names('&importance=3')).toEqual(['소비자물가지수', '기준금리'])
    expect(await names('&country=KR')).toEqual(['기준금리'])
    const end = (await server.call(`/api/content/economic/list?from=${from}&to=${noon}`)).body
    expect(end).toEqual([])
  })

  it.each([
    ['32 days', `from=${from}&to=${from + 32 * day}`],
    ['an end before its start', `from=${from}&to=${from}`],
    ['no time', `from=x&to=${from}`],
    ['a country that is none', `from=${from}&to=${from + day}&country=kor`],
  ])('refuses %s', async (_, query) => {
    expect((await server.call(`/api/content/economic/list?${query}`)).status).toBe(400)
  })

  it('tells what the same release said before, the oldest first, five at most', async () => {
    const months = Array.from({ length: 7 }, (_, n) =>
      release({ at: new Date(noon - (n + 1) * 30 * day).toISOString(), actual: `${n}%` }),
    )
    await importing(months)
    const id = (await list()).body[0].id
    const past = (await server.call(`/api/content/economic/past?id=${id}`)).body
    expect(past.map(({ actual }: { actual: string }) => actual)).toEqual(['4%', '3%', '2%', '1%', '0%'])
    const first = (await server.call(`/api/content/economic/list?from=${noon - 211 * day}&to=${noon - 209 * day}`))
      .body[0]
    expect((await server.call(`/api/content/economic/past?id=${first.id}`)).body).toEqual([])
    expect(refusal(await server.call(`/api/content/economic/past?id=${id}`, { siteInfoId: 15 }))).toEqual([
      404,
      'HISTORY_NOT_FOUND',
    ])
  })
})

it('a demo site begins with public releases of every week, in summer and winter time, and keeps its own', async () => {
  const shown = async (from: number, to: number): Promise<{ name: string; at: number; importance: number }[]> =>
    (await server.call(`/api/content/economic/list?from=${from}&to=${to}`, { siteInfoId: 25 })).body
  const timesOf = (name: string, rows: readonly { name: string; at: number }[]) =>
    rows.filter((row) => row.name === name).map(({ at }) => at)
  const kst = (time: string) => Date.parse(`${time}:00+09:00`)

  const march = await shown(Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1))
  expect(timesOf('FOMC 금리 결정', march)).toEqual([kst('2026-03-19T03:00')])
  // Clocks in New York change on the 8th.
  expect(timesOf('신규 실업수당 청구 건수', march)).toEqual([
    kst('2026-03-05T22:30'),
    ...['12', '19', '26'].map((day) => kst(`2026-03-${day}T21:30`)),
  ])
  const november = await shown(Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 30))
  expect(timesOf('한국은행 기준금리 결정', november)).toEqual([kst('2026-11-26T10:00')])
  expect(timesOf('ISM 제조업 PMI', november)).toEqual([kst('2026-11-03T00:00')])
  // Thanksgiving is the 26th.
  expect(timesOf('신규 실업수당 청구 건수', november).at(-1)).toBe(kst('2026-11-25T22:30'))
  const december = await shown(Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 31))
  expect(timesOf('FOMC 금리 결정', december)).toEqual([kst('2026-12-10T04:00')])
  const count = () => server.database.run('select count(*)::int as n from economic_event where site_id = 25')
  const [before] = await count()
  await seedEconomic(server.deps.db, [25])
  expect(await count()).toEqual([before])
})

describe('a release at the desk', () => {
  it('is corrected and taken away with its reason, by its own site alone', async () => {
    const { id } = (await list('&country=KR')).body[0]
    const figures = { reason, previous: '2.50%', actual: '2.50%' }
    expect(refusal(await admin.post(`${path}/${id}`, figures, 15))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect((await cs.post(`${path}/${id}`, figures)).body).toMatchObject({ id, forecast: null, actual: '2.50%' })
    expect(refusal(await cs.post(`${path}/${id}`, { ...figures, actual: 'x'.repeat(41) }))).toEqual([
      400,
      'INVALID_REQUEST',
    ])
    expect(refusal(await admin.post(`${path}/${id}/delete`, { reason }, 15))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect((await cs.post(`${path}/${id}/delete`, { reason })).body).toEqual({ id })
    expect(refusal(await cs.post(`${path}/${id}/delete`, { reason }))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect(await names('&country=KR')).toEqual([])
    const logged = (await acts()).filter(({ subject_id }) => Number(subject_id) === id)
    expect(logged.map(({ changes }) => changes[0]?.after)).toMatchObject([{ actual: '2.50%' }, { isDeleted: true }])
  })

  it('stands in the list of the desk and in its file', async () => {
    const query = `?from=${from}&to=${from + 30 * day}`
    expect((await cs.get(`${path}${query}&size=2`)).body).toMatchObject({
      totalElements: 4,
      content: [{ importance: 3 }, {}],
    })
    const file = await cs.get(`${path}.csv${query}`)
    expect(file.status).toBe(200)
    expect(String(file.body)).toContain('소비자물가지수')
  })
})
