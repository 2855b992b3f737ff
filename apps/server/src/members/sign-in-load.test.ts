import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { demoPassword } from './demo.ts'

const total = 20

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: { ...unlimited, address: { points: total, seconds: 600 } } })
})
afterAll(() => house.close())

const signIn = async (remoteAddress: string, username: string, password = demoPassword) => {
  const payload = { username, password, siteInfoId: 1 }
  const answer = await house.app.inject({ method: 'POST', url: '/api/login', payload, remoteAddress })
  return answer.statusCode === 200 ? 'in' : (answer.json().code as string)
}

test('an address that tries many names in vain is refused before a query or a hash, and nobody else is', async () => {
  const attack = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => signIn('203.0.113.7', `nobody${from + n}`, 'wrong-password-1')))
  const first = await attack(0, 3 * total)
  // Sign-ins beyond an address's places are turned away, the others fail: both count.
  expect(first.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2 * total)
  expect(first.filter((code) => code === 'LOGIN_FAILED' || code === 'TRY_AGAIN_LATER')).toHaveLength(total)
  const attempts = () => house.database.run("select from login_attempt where ip = '203.0.113.7'")
  const before = (await attempts()).length
  const [again, ...others] = await Promise.all([
    attack(1_000, 100),
    signIn('203.0.113.8', 'demo1'),
    signIn('198.51.100.1', 'demo2'),
    signIn('2001:db8::1', 'demo3'),
  ])
  expect(again?.every((code) => code === 'RATE_LIMITED')).toBe(true)
  expect(others).toEqual(['in', 'in', 'in'])
  expect(await attempts()).toHaveLength(before)
})

test('an address of IPv6 is the connection behind it', async () => {
  const codes: string[] = []
  for (let n = 1; n <= total + 1; n++) codes.push(await signIn(`2001:db8:7:7::${n}`, `nobody${n}`, 'wrong-password-1'))
  expect(codes.slice(0, total)).not.toContain('RATE_LIMITED')
  expect(codes.at(-1)).toBe('RATE_LIMITED')
  expect(await signIn('2001:db8:7:8::1', 'demo4')).toBe('in')
})

test('many members may come from one address: a sign-in that succeeds does not count', async () => {
  for (let n = 0; n < total + 3; n++) expect(await signIn('192.0.2.1', `demo${1 + (n % 5)}`)).toBe('in')
})
