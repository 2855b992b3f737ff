import { describe, expect, test } from 'vitest'
import { emptyForm, errorsOf, payloadOf, type RegisterForm, stepOf } from './form.ts'

const filled: RegisterForm = {
  ...emptyForm(''),
  username: 'maru_rider',
  password: 'correct horse 9',
  passwordAgain: 'correct horse 9',
  nick: '마루라이더',
  name: '홍길동',
  phone: '010-1234-5678',
  adult: true,
  terms: true,
  privacy: true,
}
const errors = (change: Partial<RegisterForm>) => errorsOf({ ...filled, ...change })

describe('sign-up', () => {
  test('with everything needed has no errors', () => expect(errorsOf(filled)).toEqual({}))
  test('asks for every required field', () => {
    expect(Object.keys(errorsOf(emptyForm('')))).toEqual(['username', 'password', 'nick', 'name', 'phone', 'adult'])
  })
  test.each([
    [{ username: 'abc' }, 'username', 'badUsername'],
    [{ password: 'short', passwordAgain: 'short' }, 'password', 'shortPassword'],
    [{ password: 'xx-maru_rider', passwordAgain: 'xx-maru_rider' }, 'password', 'passwordHasName'],
    [{ passwordAgain: 'other' }, 'passwordAgain', 'passwordDiffers'],
    [{ username: 'rider1', nick: 'rider1' }, 'nick', 'nickIsUsername'],
    [{ nick: '가' }, 'nick', 'badNick'],
    [{ phone: '010-123-4567' }, 'phone', undefined],
    [{ phone: '010-1234' }, 'phone', 'badPhone'],
    [{ email: 'a@b' }, 'email', 'badEmail'],
    [{ partnerId: 'a!' }, 'partnerId', 'badPartner'],
    [{ accountNumber: '110-1' }, 'bankCode', 'requiredBank'],
    [{ bankCode: '004', accountNumber: '11', holder: '홍길동' }, 'accountNumber', 'badAccount'],
    [{ adult: false }, 'adult', 'requiredAgreement'],
  ] as const)('%o', (change, field, error) => expect(errors(change)[field]).toBe(error))
  test.each(["John O'Neill", 'Mary-Ann van der Berg', '남궁 민수'])('takes the name %s', (name) =>
    expect(errors({ name })).toEqual({}),
  )
  test.each(['J', 'John  Smith', ' John', 'John3'])('refuses the name %o', (name) =>
    expect(errors({ name }).name).toBe('badName'),
  )
  test('asks for each field in one of three steps', () => {
    const fields = Object.keys(emptyForm('')) as (keyof RegisterForm)[]
    expect(fields.filter((field) => stepOf(field) === -1)).toEqual([])
    expect([stepOf('password'), stepOf('partnerId'), stepOf('adult'), stepOf('lossLimit')]).toEqual([0, 1, 2, 2])
  })
  test('leaves empty optional fields out of the payload', () => {
    expect(payloadOf(filled, 3)).toEqual({
      username: 'maru_rider',
      password: 'correct horse 9',
      name: '홍길동',
      phone: '010-1234-5678',
      nick: '마루라이더',
      siteInfoId: 3,
      etcJson: { marketing: false },
    })
  })
  test('sends bank data as one part', () => {
    const body = payloadOf({ ...filled, bankCode: '004', accountNumber: '123-456', holder: '홍길동' }, 3)
    expect(body).toMatchObject({ bankInfo: { bankCode: '004', accountNumber: '123-456', holder: '홍길동' } })
  })
})
