import { byStaff } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer } from '../../test/money-house.ts'
import { demoPassword } from '../members/index.ts'
import { coinFact, reportFact } from '../providers/index.ts'

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const bank = { bankCode: '004', accountNumber: '123456-04-567890', holder: '김 마루' }
const hour = 3_600_000
const defaultCoins = [
  { coin: 'USDT', network: 'TRC20', confirmations: 20, withdrawMin: '1000000000', withdrawFee: '100000000' },
  { coin: 'BTC', network: 'BTC', confirmations: 3, withdrawMin: '100000', withdrawFee: '20000' },
  { coin: 'XRP', network: 'XRP', confirmations: 2, withdrawMin: '20000000', withdrawFee: '250000' },
]

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: hour, holdMs: 0, firstHoldMs: 0 })
  demo1 = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const generate = (body: object, of = demo1) => of.post('/api/wallet/generate', body)
const accounts = async (of = demo1) => (await of.get('/api/wallet/account')).body

describe('a bank account', () => {
  it('is registered once in the member’s own name, shown masked, kept sealed, and held for a time', async () => {
    expect(refusal(await generate({ coinName: 'KRW', bankInfo: bank }))).toEqual([403, 'STEP_UP_REQUIRED'])
    const before = Date.now()
    const first = await generate({ coinName: 'krw', bankInfo: bank, otp: demo1.otp() })
    expect(first.body).toMatchObject({ kind: 'BANK', label: '국민은행 ****7890', holder: '김*루', isVerified: true })
    expect(first.body.holdUntil).toBeGreaterThanOrEqual(before + hour)
    const again = await generate({ coinName: 'KRW', bankInfo: JSON.stringify(bank), otp: demo1.otp() })
    expect(again.body.id).toBe(first.body.id)
    expect((await accounts()).map(({ id }: { id: number }) => id)).toEqual([first.body.id, 1001])

    const [row] = await server.database.run('select * from payout_account where id = $1', [first.body.id])
    expect(JSON.stringify(row, (_, value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value))).not.toMatch(
      /123456/,
    )
    // Another account bars all that would leave, and this one itself for as long.
    const { body } = await demo1.get('/api/wallet/my')
    expect(body[0].held).toContainEqual(expect.objectContaining({ cause: 'ACCOUNT' }))
    const taken = await demo1.post('/api/dnw/withdraw/apply', {
      walletType: 'BINARY',
      point: '10000',
      accountId: first.body.id,
      otp: demo1.otp(),
    })
    expect(refusal(taken)).toEqual([409, 'WITHDRAW_HOLD'])
  })

  it.each([
    [{ coinName: 'KRW', bankInfo: { ...bank, holder: '남의이름' } }, 'NAME_MISMATCH'],
    [{ coinName: 'KRW', bankInfo: { ...bank, bankCode: '001' } }, 'WALLET_INFO_INVALID'],
    [{ coinName: 'BTC', bankInfo: bank }, 'CURRENCY_UNSUPPORTED'],
    [{ coinName: 'KRW', bankInfo: { ...bank, accountNumber: 'DROP TABLE' } }, 'INVALID_REQUEST'],
    [{ coinName: 'KRW', bankInfo: '{' }, 'INVALID_REQUEST'],
  ])('%j is refused: %s', async (body, code) => {
    expect((await generate(body)).body.code).toBe(code)
  })

  it('that is not verified takes no money, and no code is used up by asking', async () => {
    const verify = (is: boolean) =>
      server.database.run('update payout_account set is_verified = $1 where id = 1001', [is])
    const asked = { walletType: 'BINARY', point: '10000', accountId: 1001, otp: demo1.otp() }
    await verify(false)
    expect(refusal(await demo1.post('/api/dnw/withdraw/apply', asked))).toEqual([403, 'ACCOUNT_UNVERIFIED'])
    await verify(true)
    // The same code gets as far as the hold that his new account brought.
    expect(refusal(await demo1.post('/api/dnw/withdraw/apply', asked))).toEqual([409, 'WITHDRAW_HOLD'])
  })

  it('that was deleted and is registered again is held like a changed one', async () => {
    const demo4 = await enrolled(server, 'demo4')
    const held = async () =>
      (await demo4.get('/api/wallet/my')).body[0].held.map(({ cause }: { cause: string }) => cause)
    await server.database.run('update payout_account set deleted_at = 1 where member_id = 1004')
    expect([await accounts(demo4), (await held()).includes('ACCOUNT')]).toEqual([[], false])
    const holder = (await demo4.get('/api/me')).body.name
    await generate({ coinName: 'KRW', bankInfo: { ...bank, holder }, otp: demo4.otp() }, demo4)
    expect([(await accounts(demo4)).length, (await held()).includes('ACCOUNT')]).toEqual([1, true])
  })

  it('is deleted with the code of the app, else with the password once the sign-in is ten minutes old', async () => {
    const remove = (body: object) => demo1.post('/api/wallet/account/delete', body)
    const [mine] = await accounts()
    expect(refusal(await remove({ accountId: mine.id }))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(refusal(await remove({ accountId: mine.id, otp: '000000' }))).toEqual([400, 'OTP_MISMATCH'])
    expect((await accounts())[0].id).toBe(mine.id)
    const { refreshToken } = await server.login('demo3')
    await server.database.run('update login_session set created_at = created_at - 660000 where member_id = 1003')
    const { accessToken: token } = (await server.call('/api/login', { body: { refreshToken } })).body
    const removeOwn = (body: object) => server.call('/api/wallet/account/delete', { token, body })
    expect(refusal(await removeOwn({ accountId: 1003 }))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(refusal(await removeOwn({ accountId: 1003, password: 'not-this-one' }))).toEqual([401, 'LOGIN_FAILED'])
    expect((await removeOwn({ accountId: 1003, password: demoPassword })).status).toBe(200)
  })

  it('is deleted by its member only, and not while money is on its way to it', async () => {
    const demo2 = await enrolled(server, 'demo2')
    const [mine] = await accounts()
    const foreign = await demo2.post('/api/wallet/account/delete', { accountId: mine.id })
    expect(refusal(foreign)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    const withCode = () => ({ accountId: mine.id, otp: demo1.otp() })
    expect((await demo1.post('/api/wallet/account/delete', withCode())).status).toBe(200)
    expect(refusal(await demo1.post('/api/wallet/account/delete', { accountId: mine.id }))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
    ])
    expect((await accounts()).map(({ id }: { id: number }) => id)).toEqual([1001])
  })
})

describe('the address book', () => {
  it('takes addresses of the coin’s network with their checksum', async () => {
    const added = await generate({ coinName: 'USDT', address: tron, otp: demo1.otp() })
    expect(added.body).toMatchObject({ kind: 'ADDRESS', coin: 'USDT', network: 'TRC20', label: 'USDT(TRC20) ****Lj6t' })
    for (const [body, code] of [
      [{ coinName: 'USDT', address: `${tron.slice(0, -1)}u` }, 'WALLET_INFO_INVALID'],
      [{ coinName: 'USDT', network: 'ERC20', address: tron }, 'WALLET_INFO_INVALID'],
      [{ coinName: 'BTC', address: tron }, 'WALLET_INFO_INVALID'],
      [{ coinName: 'DOGE', address: tron }, 'CURRENCY_UNSUPPORTED'],
      [{ coinName: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', tag: '4294967296' }, 'WALLET_INFO_INVALID'],
    ] as const)
      expect([body, (await generate(body)).body.code]).toEqual([body, code])
  })
})

describe('an address to deposit to', () => {
  it('is the member’s for ever, and a temporary one another, never anybody else’s', async () => {
    const demo3 = await enrolled(server, 'demo3')
    const own = (await generate({ coinName: 'USDT' })).body
    expect(own).toMatchObject({ coin: 'USDT', network: 'TRC20', expiresAt: null, tag: null })
    expect((await generate({ coinName: 'USDT' })).body).toEqual(own)
    const theirs = (await generate({ coinName: 'USDT' }, demo3)).body
    const temporary = (await demo1.post('/api/wallet/temp-generate', { coinName: 'USDT' })).body
    expect(temporary.expiresAt).toBeGreaterThan(Date.now() + 29 * 60_000)
    expect((await demo1.post('/api/wallet/temp-generate', { coinName: 'USDT' })).body).toEqual(temporary)
    expect(new Set([own.address, theirs.address, temporary.address]).size).toBe(3)
    expect((await generate({ coinName: 'XRP' })).body.tag).toMatch(/^[1-9]\d{7}$/)
    expect(refusal(await generate({ coinName: 'DOGE' }))).toEqual([400, 'CURRENCY_UNSUPPORTED'])
    await expect(
      server.deps.db.tenant(1, (tx) => tx.query('update deposit_address set member_id = 1002')),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('a network', () => {
  const switched = (isOpen: boolean) =>
    server.deps.core.submit({
      kind: 'configure',
      ...byStaff(1, 9, 'as planned'),
      scope: 'money',
      optionId: null,
      changes: { coins: defaultCoins.map((coin) => ({ ...coin, isOpen: coin.coin === 'USDT' ? isOpen : true })) },
      effectiveFrom: null,
    })

  it('is offered only where the site has set it up and not switched it off; an address of before stays its member’s', async () => {
    const before = (await generate({ coinName: 'USDT' })).body
    const other = { coinName: 'USDT', network: 'ERC20' }
    const unsupported = [400, 'NETWORK_UNSUPPORTED']
    const ether = { ...other, address: '0xdac17f958d2ee523a2206206994597c13d831ec7', otp: demo1.otp() }
    expect(refusal(await generate(other))).toEqual(unsupported)
    expect(refusal(await demo1.post('/api/wallet/temp-generate', other))).toEqual(unsupported)
    expect(refusal(await generate(ether))).toEqual(unsupported)
    expect((await switched(false)).status).toBe(200)
    expect(refusal(await generate({ coinName: 'USDT' }))).toEqual(unsupported)
    const to = { coin: 'USDT', network: 'TRC20', address: before.address }
    const told = { txid: 'tx-off', output: 0, to, confirmations: 20 }
    const answer = {
      state: 'FINAL',
      amount: '5',
      currency: 'USDT',
      confirmations: 20,
      providerRef: 'tx-off:0',
      reference: null,
    } as const
    const fact = await coinFact(server.deps, 1, told, answer)
    await reportFact(server.deps, { siteId: 1, provider: 'coin', event: 'off-1' }, fact)
    expect((await demo1.get('/api/wallet/arrivals')).body).toMatchObject([{ txid: 'tx-off', state: 'CREDITED' }])
    await switched(true)
    expect((await generate({ coinName: 'USDT' })).body).toEqual(before)
  })
})
