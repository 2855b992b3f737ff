import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HttpHouse, startHttp } from '../../test/http-app.ts'
import { demoPassword } from './index.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp()
})
afterAll(() => house.close())
beforeEach(() => house.database.run('delete from code_sent'))

const post = (url: string, remoteAddress: string, payload: object) =>
  house.app.inject({ method: 'POST', url: `/api/${url}?siteInfoId=1`, remoteAddress, payload })
const login = async (username: string, remoteAddress: string, password = 'wrong-password') =>
  (await post('login', remoteAddress, { username, password })).json().code ?? 200
const sms = async (remoteAddress: string, certificateValue: string) =>
  (await post('certi/certificate_phone', remoteAddress, { certificateValue })).json().code ?? 200
const phone = (n: number) => `010-7000-${String(n).padStart(4, '0')}`
const countOf = (code: unknown, answers: readonly unknown[]) => answers.filter((answer) => answer === code).length

it('wrong passwords from all addresses of a /64 lock a name as those of one address do', async () => {
  const answers = []
  for (let n = 1; n <= 7; n += 1) answers.push(await login('demo5', `2001:db8:1:1::${n}`))
  expect(countOf('LOGIN_FAILED', answers)).toBe(5)
  expect(await login('demo5', '2001:db8:1:2::1', demoPassword)).toBe(200)
})

it('wrong passwords from a /48 slow one name down, never lock it, and good ones do not count', async () => {
  const answers = []
  for (let n = 1; n <= 22; n += 1) answers.push(await login('demo4', `2001:db8:2:${n}::1`))
  expect([countOf('LOGIN_FAILED', answers), countOf('RATE_LIMITED', answers)]).toEqual([20, 2])
  expect(await house.database.run("select 1 from login_attempt where username = 'demo4' and locked_until > 0")).toEqual(
    [],
  )
  expect(await login('demo3', '2001:db8:2:99::1', demoPassword)).toBe(200)
  for (let n = 1; n <= 22; n += 1) expect(await login('demo3', `2001:db8:3:${n}::1`, demoPassword)).toBe(200)
})

it('codes by SMS are thirty an hour of a /64, and what is refused counts neither for a number nor for the site', async () => {
  const answers = []
  // A /64 has twenty calls for codes in ten minutes: those of an hour are spread over it.
  for (let n = 0; n < 32; n += 1) {
    if (n === 16) await house.database.run("delete from rate_limit where key like 'code:%'")
    answers.push(await sms(`2001:db8:4:1::${n + 1}`, phone(n)))
  }
  expect([countOf(200, answers), countOf('RATE_LIMITED', answers)]).toEqual([30, 2])
  expect(await house.database.run('select count(*)::int as count from code_sent')).toEqual([{ count: 30 }])
  expect(await sms('2001:db8:4:2::1', phone(31))).toBe(200)
})

it('codes by SMS are ten a day of a number, whoever asks for them', async () => {
  const answers = []
  for (let n = 0; n < 12; n += 1) {
    // Each of them an hour after the one before: neither a minute nor an hour bounds them.
    await house.database.run('update code_sent set at = at - 3600001')
    answers.push(await sms(`198.51.100.${n}`, phone(100)))
  }
  expect([countOf(200, answers), countOf('RATE_LIMITED', answers)]).toEqual([10, 2])
})
