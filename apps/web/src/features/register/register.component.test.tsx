import type { SiteInfo } from '@maru/contract'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Refusal } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'

const openForm = (path = '/register', site: Partial<SiteInfo> = {}) =>
  openPage(path, {
    isGuest: true,
    site,
    server: (server) => {
      server.reply('GET /api/user/check_username', ({ query }) => ({ available: query.username !== 'taken' }))
      server.reply('POST /api/user/check_password', () => ({ ok: true }))
      server.reply('GET /api/banklist', () => [
        { id: 4, code: '004', name: '국민은행' },
        { id: 88, code: '088', name: '신한은행' },
      ])
      server.reply('GET /api/partner/verify', () => {
        throw new Refusal(404, 'PARTNER_NOT_FOUND')
      })
    },
  })

const field = (label: string) => page.getByLabelText(label, { exact: true })
const next = () => page.getByRole('button', { name: '다음' }).click()
const close = () => page.getByRole('button', { name: '닫기', exact: true }).click()

/** Fills the first of the three steps. */
async function fillAccount(username: string, password = 'correct horse 9') {
  await field('아이디').fill(username)
  await field('비밀번호').fill(password)
  await field('비밀번호 확인').fill(password)
  await next()
  await expect.element(page.getByText('3단계 중 2단계')).toBeVisible()
}

/** Fills the second and the third step. */
async function fillRest() {
  await field('닉네임').fill('약한라이더')
  await field('이름').fill('홍길동')
  await field('휴대폰 번호').fill('010-7777-8888')
  await next()
  for (const term of ['만 19세 이상입니다', '이용약관에 동의합니다', '개인정보 수집·이용에 동의합니다'])
    await page.getByText(`${term} (필수)`).click()
}

const type = async (label: string, text: string) => {
  await field(label).fill('')
  await userEvent.type(field(label), text)
}

test('where a bank account is asked for, the banks are those that the site offers', async () => {
  await openForm('/register', { moneyMode: 'LICENSED' })
  await fillAccount('banker')
  const names = () => [...document.querySelectorAll('[name=bankCode] option')].map(({ textContent }) => textContent)
  await expect.poll(names).toEqual(['선택 안 함', '국민은행', '신한은행'])
})

test('a field takes only characters that it is for, and a phone number gets its dashes', async () => {
  await openForm()
  await type('아이디', 'Ab한글c_1')
  await expect.element(field('아이디')).toHaveValue('bc_1')
  await fillAccount('restricted')
  for (const [typed, shown] of [
    ['021234567', '02-123-4567'],
    ['0212345678', '02-1234-5678'],
    ['010a1234-567', '010-123-4567'],
    ['01012345678', '010-1234-5678'],
  ] as const) {
    await type('휴대폰 번호', typed)
    await expect.element(field('휴대폰 번호')).toHaveValue(shown)
  }
  await type('이름', '홍1길!동')
  await expect.element(field('이름')).toHaveValue('홍길동')
})

test('a taken username is reported once its field is left, and missing values once the step is sent', async () => {
  await openForm()
  await field('아이디').fill('taken')
  await field('비밀번호').click()
  await expect.element(page.getByText('이미 사용 중인 아이디입니다. 다른 아이디를 입력해 주세요.')).toBeVisible()
  await next()
  await expect.element(page.getByText('표시된 항목을 확인해 주세요.').first()).toBeVisible()
  await expect.element(field('비밀번호')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('3단계 중 1단계')).toBeVisible()
})

test('nobody is signed up who has not agreed to what is required', async () => {
  const { server } = await openForm()
  await fillAccount('rider-terms')
  await field('닉네임').fill('약관라이더')
  await field('이름').fill('홍길동')
  await field('휴대폰 번호').fill('010-5555-6666')
  await next()
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByText('필수 항목에 동의해 주세요.').first()).toBeVisible()
  expect(server.requests('POST /api/player')).toEqual([])
  expect(location.pathname).toBe('/register')
})

test('a weak password is refused in its own step', async () => {
  const { server } = await openForm()
  server.reply('POST /api/user/check_password', ({ body }) => {
    if (body.password === 'qwertyuiop1234') throw new Refusal(400, 'PASSWORD_TOO_WEAK', { reason: 'RUN' })
    return { ok: true }
  })
  await field('아이디').fill('rider-weak')
  for (const label of ['비밀번호', '비밀번호 확인']) await field(label).fill('qwertyuiop1234')
  await next()
  await expect
    .element(page.getByText('키보드나 알파벳 순서대로 이어지는 비밀번호입니다. 순서를 섞어 주세요.'))
    .toBeVisible()
  await expect.element(field('비밀번호')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('3단계 중 1단계')).toBeVisible()
  await fillAccount('rider-weak')
})

test('an unknown referral code is reported beside its field, and a refused password in the step that holds it', async () => {
  const { server } = await openForm('/ref/NOBODY99')
  server.reply('POST /api/player', () => {
    throw new Refusal(400, 'PASSWORD_TOO_WEAK', { reason: 'RUN' })
  })
  await fillAccount('rider-weak', 'qwertyuiop1234')
  const code = field('추천코드 (선택)')
  await expect.element(code).toHaveValue('NOBODY99')
  await expect.element(page.getByText('없는 추천코드입니다. 다시 확인하거나 비워 주세요.')).toBeVisible()
  await expect.element(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill('')
  await fillRest()
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByText('3단계 중 1단계')).toBeVisible()
  const reason = '키보드나 알파벳 순서대로 이어지는 비밀번호입니다. 순서를 섞어 주세요.'
  await expect.element(page.getByText(reason)).toBeVisible()
  await expect.element(field('비밀번호')).toHaveAttribute('aria-invalid', 'true')
  expect(server.requests('POST /api/player')).toHaveLength(1)
})

test('typed values are left only after a question: staying keeps them, stopping leads to sign-in', async () => {
  await openForm()
  await field('아이디').fill('rider-half')
  await close()
  const question = page.getByRole('dialog')
  await expect.element(question).toHaveTextContent('회원가입을 그만둘까요?')
  const stay = question.getByRole('button', { name: '계속하기' })
  await expect.element(stay).toHaveClass(/btn-primary/)
  await stay.click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field('아이디')).toHaveValue('rider-half')
  await close()
  await question.getByRole('button', { name: '그만두기' }).click()
  await expect.poll(() => location.pathname).toBe('/signin')
})
