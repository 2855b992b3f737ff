import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { staffSecret } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { wrongCode } from './codes.ts'
import { desk, enterCode, enterPassword, freshCode, goByKeys, openConsole } from './console-visit.ts'
import { arrives, type House, openHouse, pathOf } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('staff sign in with password and code, and what is wrong is said at its step', async () => {
  const visitor = await house.visit({ context: desk })
  visitor.allow(/40[013] .*\/api\/login/)
  const { page } = visitor
  await visitor.open('/console')
  await enterPassword(page, 'finance', 'not the password')
  await page.getByText('아이디 또는 비밀번호가').waitFor()
  await expectAccessible(page)
  await enterPassword(page, 'finance')
  await enterCode(page, wrongCode(appCode(staffSecret, Date.now())))
  await page.getByText('인증번호가 일치하지 않습니다.').waitFor()
  await expectAccessible(page)
  await enterCode(page, await freshCode(house, 'finance'))
  await page.getByRole('heading', { name: '현황' }).waitFor()
  expect(pathOf(page)).toBe('/console/overview')
  await page.getByText('지금 확인할 일이 없습니다').waitFor()
  await page.getByText('데이터베이스').waitFor()
  await visitor.leave()
})

test('a name that was tried too often is locked, and the form says for how long', async () => {
  const visitor = await house.visit({ context: desk })
  visitor.allow(/423 .*\/api\/login/)
  const { page } = visitor
  await visitor.open('/console')
  const body = { username: 'cs', password: 'not the password', siteInfoId: 1 }
  for (let tries = 0; (await house.server.call('/api/login', { body })).status !== 423; tries++)
    expect(tries).toBeLessThan(20)
  await enterPassword(page, 'cs', 'not the password')
  await page.getByRole('heading', { name: '일시적으로 잠겼습니다' }).waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/잠겼습니다. \d+분 후/)
  await visitor.leave()
})

test('a session outlives a reload, ends at sign-out, and leaves a member on the same device alone', async () => {
  const visitor = await openConsole(house, 'finance2')
  const { page } = visitor
  await page.evaluate(`localStorage.setItem('maru:maru:accessToken', 'of a member')`)
  await page.reload()
  await page.getByRole('heading', { name: '승인 대기' }).waitFor()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('heading', { name: '직원 로그인' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '직원 로그인' }).waitFor()
  expect(await page.evaluate(`localStorage.getItem('maru:maru:accessToken')`)).toBe('of a member')
  expect(
    await page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('Token') && key.includes('console'))`),
  ).toEqual([])
  await visitor.leave()
})

test('every area opens by its letter and says what it is empty of', async () => {
  const visitor = await openConsole(house, 'audit', '/overview')
  const { page } = visitor
  for (const [letter, title, empty] of [
    ['a', '승인 대기', '승인 대기 중인 건이 없습니다'],
    ['d', '입금', '처리할 입금이 없습니다'],
    ['w', '출금', '처리할 출금이 없습니다'],
    ['s', '미확인 입금', '미확인 입금이 없습니다'],
    ['p', 'P2P 분쟁', '주문이 없습니다'],
    ['c', '쿠폰', '쿠폰이 없습니다'],
  ] as const) {
    await goByKeys(page, letter)
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    await page.getByText(empty).waitFor()
  }
  for (const width of [1024, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  await visitor.leave()
})

test('a member is no staff: the console turns him away and keeps nothing of him', async () => {
  const visitor = await house.visit({ context: desk })
  const { page } = visitor
  await visitor.open('/console')
  await enterPassword(page, 'demo1')
  await page.getByText('직원이 아니거나 인증 앱이 없습니다').waitFor()
  expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('Token'))`)).toEqual([])
  await visitor.leave()
})

test('the console is worked by keyboard: help, areas, and the theme stays', async () => {
  const visitor = await openConsole(house, 'operator')
  const { page } = visitor
  await page.getByRole('heading', { name: '승인 대기' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '단축키' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '어두운 화면으로' }).click()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.reload()
  await page.getByRole('heading', { name: '승인 대기' }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await visitor.open('/console/no-such-page')
  await page.getByText('존재하지 않는 화면입니다').waitFor()
  await goByKeys(page, 'a')
  await arrives(page, '/console/approvals')
  await visitor.leave()
})
