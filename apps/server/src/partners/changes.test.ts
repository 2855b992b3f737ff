import { byStaff, bySystem, kstDay, kstMonday } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { type Answer, startTestServer, type TestServer } from '../../test/harness.ts'
import { type staff, staffOf } from '../../test/money-house.ts'
import { addPartners } from '../../test/partner-rows.ts'

// HANBIT (1203: 40 %, 0.8 %) stands right below the house, PARTNER1 (1204: 30 %, 0.6 %) below it; level 3 is not open.

const dayMs = 86_400_000
let server: TestServer
let who: (username: string) => ReturnType<typeof staff>
let hanbit: string
beforeAll(async () => {
  server = await startTestServer()
  who = staffOf(server)
  await addPartners(server.database, [
    { id: 2001, code: 'CHEONG', parentId: null, feePpm: 360_000, rollPpm: 7_000 },
    { siteId: 15, id: 9001, code: 'ELSE9001', parentId: null },
  ])
  hanbit = (await who('hanbit')).token
})
afterAll(() => server.close())

const monday = (weeks: number) => kstDay(kstMonday(server.deps.clocks.domain.now()) + weeks * 7 * dayMs)
const reason = 'agreed with the partner'
const post = async (username: string, path: string, body: object): Promise<Answer> =>
  (await who(username)).post(`/api/console/${path}`, { reason, ...body })
const approve = async (asked: Answer, username = 'operator2'): Promise<Answer> =>
  (await who(username)).post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: 'yes' })
/** Asked by one, agreed by another. */
async function byTwo(path: string, body: object): Promise<void> {
  const asked = await post('operator', path, body)
  expect([path, asked.status]).toEqual([path, 202])
  const said = await approve(asked)
  expect([said.status, said.body.state, said.body.failure ?? null]).toEqual([200, 'APPROVED', null])
}
const partner = async (id: number) =>
  (await (await who('operator')).get('/api/console/partner?size=100')).body.content.find(
    (row: { id: number }) => row.id === id,
  )
const proposal = { username: 'demo1', name: '서해총판', code: 'SH2026', parentId: 1203, feeRate: '30', rollRate: 0.6 }
const apply = (body: object, token = hanbit) => server.call('/api/partner', { token, body: { ...proposal, ...body } })
const signUp = (username: string, partnerId: string, siteInfoId = 1) =>
  server.call('/api/player', {
    siteInfoId,
    body: {
      username,
      nick: `n${username}`,
      name: '김가입',
      phone: `010-7000-${String(1_000 + username.length * 37 + username.charCodeAt(username.length - 1)).slice(-4)}`,
      password: 'harbour-violet-91',
      partnerId,
    },
  })

describe('P21: a partner proposes one below himself', () => {
  it.each([
    ['a member who is none', { username: 'nobody-here' }, [404, 'USER_NOT_FOUND']],
    ['one of the staff', { username: 'cs' }, [404, 'USER_NOT_FOUND']],
    ['who is a partner already', { username: 'partner1' }, [409, 'PARTNER_EXISTS']],
    ['a code in use, in other letters', { code: 'partner1' }, [409, 'PARTNER_CODE_DUPLICATE']],
    ['a code of the house', { code: 'MARU1' }, [409, 'PARTNER_CODE_DUPLICATE']],
    ['a code that is none', { code: '한빛한빛' }, [400, 'INVALID_REQUEST']],
    ['a level that is not open', { parentId: 1204 }, [409, 'PARTNER_LEVEL']],
    ['fees above his own', { feeRate: '40.01' }, [400, 'PARTNER_RATE']],
    ['stakes above his own', { rollRate: '0.8001' }, [400, 'PARTNER_RATE']],
    ['five decimals', { feeRate: '1.00001' }, [400, 'INVALID_REQUEST']],
    ['a parent outside his tree', { parentId: 2001 }, [404, 'PARTNER_NOT_FOUND']],
    ['a parent of another site', { parentId: 9001 }, [404, 'PARTNER_NOT_FOUND']],
  ])('and is refused for %s', async (_, body, expected) => {
    const rows = await server.database.run('select count(*) from partner')
    expect(refusal(await apply(body))).toEqual(expected)
    expect(await server.database.run('select count(*) from partner')).toEqual(rows)
  })

  it('and is refused for a linked account', async () => {
    const trait = { kind: 'noteTrait', ...bySystem(1), trait: 'DEVICE', hash: 'ab'.repeat(16) } as const
    for (const memberId of [1002, 1110]) await server.deps.core.submit({ ...trait, memberId })
    expect(refusal(await apply({ username: 'demo2' }))).toEqual([409, 'PARTNER_LINKED'])
  })

  it('P10: and is refused for a trader, or for who asked to be one, at the second yes too', async () => {
    const trader = (state: string) =>
      server.database.run(
        `insert into copy_trader (site_id, member_id, state, is_active, is_hide, share_ppm, applied_at, slots, leads, version)
         values (1, 1005, $1, true, false, 0, 1, 0, '[]', 1) on conflict (site_id, member_id) do update set state = excluded.state`,
        [state],
      )
    const body = { username: 'demo5', code: 'LEADER1' }
    for (const state of ['PENDING', 'ACTIVE', 'SUSPENDED']) {
      await trader(state)
      expect(refusal(await apply(body))).toEqual([409, 'PARTNER_TRADER'])
    }
    await trader('ENDED')
    const asked = await post('operator', 'partner', { ...proposal, ...body, code: 'LEADER2' })
    await trader('PENDING')
    expect(refusal(await approve(asked))).toEqual([409, 'PARTNER_TRADER'])
    await server.database.run('delete from copy_trader')
  })

  it('who waits, brings nobody, and starts once two persons agreed', async () => {
    const applied = await apply({})
    expect(applied.body).toMatchObject({
      status: 'PENDING',
      level: 2,
      feeRate: '30.00',
      rollRate: '0.60',
      code: 'SH2026',
    })
    const { id } = applied.body
    expect(refusal(await apply({}))).toEqual([409, 'PARTNER_EXISTS'])
    expect(refusal(await signUp('early', 'SH2026'))).toEqual([404, 'PARTNER_NOT_FOUND'])
    const asked = await post('operator', `partner/${id}/decide`, { accept: true })
    expect(asked.status).toBe(202)
    expect(refusal(await approve(asked, 'operator'))).toEqual([403, 'APPROVAL_SELF'])
    expect((await approve(asked)).body.state).toBe('APPROVED')
    expect((await approve(asked)).body.state).toBe('APPROVED')
    expect(await partner(id)).toMatchObject({ status: 'ACTIVE', memberCount: 0 })
    expect(refusal(await approve(asked, 'admin2'))).toEqual([409, 'STALE_VERSION'])
    expect((await signUp('brought', 'sh2026')).status).toBe(200)
    expect(await partner(id)).toMatchObject({ memberCount: 1 })
    expect(refusal(await post('operator', `partner/${id}/decide`, { accept: true }))).toEqual([409, 'STALE_VERSION'])
  })

  it('who was rejected is none, and may be proposed again under another code', async () => {
    const { id } = (await apply({ username: 'demo3', code: 'SB2026' })).body
    const rejected = await post('operator', `partner/${id}/decide`, { accept: false })
    expect(rejected.body.status).toBe('REJECTED')
    expect(refusal(await apply({ username: 'demo3', code: 'SB2026' }))).toEqual([409, 'PARTNER_CODE_DUPLICATE'])
    expect((await apply({ username: 'demo3', code: 'SB2027' })).body.status).toBe('PENDING')
  })

  it('who is a member only proposes nobody', async () => {
    const { accessToken } = await server.login('demo5')
    expect(refusal(await apply({}, accessToken))).toEqual([404, 'PARTNER_NOT_FOUND'])
  })
})

it('P21: headquarters open a partner by two persons, right below the house, and judge him again at the second yes', async () => {
  const body = { username: 'demo4', name: '청명', code: 'CM2026', feeRate: '36', rollRate: '0.7' }
  expect(refusal(await post('operator', 'partner', { ...body, feeRate: '50.0001' }))).toEqual([400, 'PARTNER_CAP'])
  expect(refusal(await post('operator', 'partner', { ...body, rollRate: '1.0001' }))).toEqual([400, 'PARTNER_CAP'])
  expect(refusal(await post('cs', 'partner', body))).toEqual([403, 'PERMISSION_DENIED'])
  const asked = await post('operator', 'partner', body)
  expect(refusal(await post('finance', 'partner', { ...body, code: 'CM2027' }))).toEqual([
    409,
    'APPROVAL_ALREADY_ASKED',
  ])
  // Somebody else has the code meanwhile.
  await server.database.run(`insert into referral_code (site_id, code, partner_id, at) values (1, 'cm2026', 2001, 1)`)
  expect(refusal(await approve(asked))).toEqual([409, 'PARTNER_CODE_DUPLICATE'])
  await byTwo('partner', { ...body, code: 'CM2028' })
  const [row] = await server.database.run(`select id, member_id from partner where code = 'CM2028'`)
  expect(await partner(Number(row?.['id']))).toMatchObject({
    level: 1,
    parentId: null,
    feeRate: '36.00',
    status: 'ACTIVE',
  })
  expect(await server.database.run('select kind from member where site_id = 1 and id = 1004')).toEqual([
    { kind: 'PARTNER' },
  ])
})

describe('P4: terms', () => {
  const terms = { feeRate: '38', rollRate: '0.8' }
  it.each([
    ['in the running week', 1203, { fromWeek: () => monday(0) }, [400, 'PARTNER_WEEK']],
    ['in a week that is over', 1203, { fromWeek: () => monday(-1) }, [400, 'PARTNER_WEEK']],
    ['on another day than a Monday', 1203, { fromWeek: () => '2030-01-01' }, [400, 'PARTNER_WEEK']],
    ['both under somebody and under nobody', 1204, { parentId: 1203, isTop: true }, [400, 'INVALID_REQUEST']],
    ['under himself', 1203, { parentId: 1203 }, [409, 'PARTNER_LOOP']],
    ['under his own child', 1203, { parentId: 1204 }, [409, 'PARTNER_LOOP']],
    ['under nobody of this site', 1203, { parentId: 9001 }, [404, 'PARTNER_NOT_FOUND']],
    [
      'where those below come to a level that is not open',
      1203,
      { parentId: 2001, feeRate: '36', rollRate: '0.7' },
      [409, 'PARTNER_LEVEL'],
    ],
    ['below a child', 1203, { feeRate: '29.9999' }, [400, 'PARTNER_RATE']],
    ['above the parent', 1204, { parentId: 1203, feeRate: '40.0001' }, [400, 'PARTNER_RATE']],
    ['above the cap', 1203, { feeRate: '50.0001' }, [400, 'PARTNER_CAP']],
    ['of a partner of another site', 9001, {}, [404, 'PARTNER_NOT_FOUND']],
  ])('do not begin %s', async (_, id, body, expected) => {
    const { fromWeek = () => monday(3), ...rest } = body as { fromWeek?: () => string }
    const answer = await post('operator', `partner/${id}/terms`, { ...terms, ...rest, fromWeek: fromWeek() })
    expect(refusal(answer)).toEqual(expected)
  })

  it('that are a cut need notice, and the partner hears of it with both figures', async () => {
    const cut = { ...terms, rollRate: '0.7', fromWeek: monday(1) }
    await server.deps.core.submit({
      kind: 'configure',
      ...byStaff(1, 1101, 'test'),
      scope: 'site',
      optionId: null,
      changes: { partnerCutDays: 14 },
      effectiveFrom: null,
    })
    const refused = await post('operator', 'partner/1203/terms', cut)
    expect([...refusal(refused), refused.body.params.days]).toEqual([409, 'PARTNER_CUT_NOTICE', 14])
    await byTwo('partner/1203/terms', { ...cut, fromWeek: monday(3) })
    expect(await partner(1203)).toMatchObject({
      feeRate: '40.00',
      nextTerms: { from: monday(3), feeRate: '38.00', rollRate: '0.70', parentId: null },
    })
    const { body } = await server.call('/api/message/list', { token: hanbit })
    expect(body[0].content).toBe(`${monday(3)} 월요일부터 적용됩니다.\n수수료 40% → 38%\n롤링 0.8% → 0.7%`)
  })

  it('of a parent to come are kept to by those below from now on', async () => {
    const raise = { feeRate: '39', rollRate: '0.6', parentId: 1203 }
    const early = await post('operator', 'partner/1204/terms', { ...raise, fromWeek: monday(1) })
    expect(refusal(early)).toEqual([400, 'PARTNER_RATE'])
    await byTwo('partner/1204/terms', { ...raise, feeRate: '38', fromWeek: monday(1) })
    expect((await partner(1204)).nextTerms).toMatchObject({ from: monday(1), feeRate: '38.00' })
  })

  it('agreed by two at once never leave a child above its parent', async () => {
    const [one, other] = [
      await post('operator', 'partner/2001/terms', { feeRate: '20', rollRate: '0.1', fromWeek: monday(5) }),
      await post('finance', 'partner/1204/terms', {
        feeRate: '36',
        rollRate: '0.5',
        parentId: 2001,
        fromWeek: monday(5),
      }),
    ]
    expect([one.status, other.status]).toEqual([202, 202])
    const said = await Promise.all([approve(one, 'admin'), approve(other, 'admin2')])
    expect(said.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('P7: a suspended partner', () => {
  it('brings nobody from that second on, keeps his members, and two persons lift it', async () => {
    expect((await signUp('before', 'CHEONG')).status).toBe(200)
    const suspended = await post('operator', 'partner/2001/status', { status: 'SUSPENDED' })
    expect(suspended.body).toMatchObject({ status: 'SUSPENDED', memberCount: 1 })
    expect(refusal(await post('operator', 'partner/2001/status', { status: 'SUSPENDED' }))).toEqual([
      409,
      'STALE_VERSION',
    ])
    expect(refusal(await signUp('after1', 'CHEONG'))).toEqual([404, 'PARTNER_NOT_FOUND'])
    expect(refusal(await server.call('/api/partner/verify?partnerPk=CHEONG'))).toEqual([404, 'PARTNER_NOT_FOUND'])
    expect(
      refusal(await post('operator', 'partner', { ...proposal, username: 'demo5', code: 'UNDER1', parentId: 2001 })),
    ).toEqual([403, 'PARTNER_SUSPENDED'])
    await byTwo('partner/2001/status', { status: 'ACTIVE' })
    expect((await signUp('again12', 'CHEONG')).status).toBe(200)
    const events = await server.database.run(
      `select kind from partner_event where site_id = 1 and partner_id = 2001 and kind <> 'TERMS' order by id`,
    )
    expect(events.map(({ kind }) => kind)).toEqual(['SUSPENDED', 'LIFTED'])
  })

  it('is suspended after a sign-up that began before, or before it: the sign-up is whole or refused', async () => {
    const [signedUp, suspended] = await Promise.all([
      signUp('racing9', 'CHEONG'),
      post('operator', 'partner/2001/status', { status: 'SUSPENDED' }),
    ])
    expect(suspended.status).toBe(200)
    const rows = await server.database.run(`select partner_id from member where username = 'racing9'`)
    expect(signedUp.status === 200 ? rows : refusal(signedUp)).toEqual(
      signedUp.status === 200 ? [{ partner_id: '2001' }] : [404, 'PARTNER_NOT_FOUND'],
    )
    await byTwo('partner/2001/status', { status: 'ACTIVE' })
  })

  it('proposes nobody', async () => {
    await post('operator', 'partner/1203/status', { status: 'SUSPENDED' })
    expect(refusal(await apply({ username: 'demo5', code: 'LATE1' }))).toEqual([403, 'PARTNER_SUSPENDED'])
    await byTwo('partner/1203/status', { status: 'ACTIVE' })
  })
})

it('P22: a code changes until somebody signed up with it, and none is ever used again', async () => {
  expect(refusal(await post('operator', 'partner/1204/code', { code: 'OTHER1' }))).toEqual([409, 'PARTNER_CODE_USED'])
  const { id } = (await apply({ username: 'demo5', code: 'FIRST1' })).body
  await byTwo(`partner/${id}/code`, { code: 'SECOND2' })
  expect((await partner(id)).code).toBe('SECOND2')
  expect(refusal(await post('operator', `partner/${id}/code`, { code: 'first1' }))).toEqual([
    409,
    'PARTNER_CODE_DUPLICATE',
  ])
})

it('P5: a wrong code is corrected in the week of the sign-up, by two persons, and never for a linked account', async () => {
  await signUp('mistaken', 'HANBIT')
  const [row] = await server.database.run(`select id from member where username = 'mistaken'`)
  const id = Number(row?.['id'])
  expect(refusal(await post('operator', `member/${id}/partner`, { code: 'NOBODY' }))).toEqual([
    404,
    'PARTNER_NOT_FOUND',
  ])
  await byTwo(`member/${id}/partner`, { code: 'PARTNER1' })
  expect(await server.database.run(`select partner_id from member where id = ${id}`)).toEqual([{ partner_id: '1204' }])
  expect(refusal(await post('operator', 'member/1002/partner', { code: 'HANBIT' }))).toEqual([409, 'PARTNER_LINKED'])
  await server.database.run(`update member set created_at = created_at - ${7 * dayMs} where id = ${id}`)
  expect(refusal(await post('operator', `member/${id}/partner`, { code: 'HANBIT' }))).toEqual([
    409,
    'PARTNER_WEEK_OVER',
  ])
})
