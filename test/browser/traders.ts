// Members of the browser tests: each test has its own, so that each starts from the demo grant.
import { expect } from 'vitest'
import { type House, memberPassword, signIn, type Visitor } from './house.ts'

let members = 0

/** Signs up a member. */
export async function newMember(house: House): Promise<{ id: number; username: string }> {
  const number = String(++members).padStart(4, '0')
  const body = {
    username: `trader${number}`,
    password: memberPassword,
    name: '김거래',
    nick: `거래${number}`,
    phone: `010-7000-${number}`,
  }
  const answer = await fetch(`${house.server.url}/api/player?siteInfoId=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const made = (await answer.json()) as { id: number; username: string }
  expect(made).toMatchObject({ username: body.username, status: 'ACTIVE' })
  return made
}

/** Signs up a member whose identity is verified: only his money comes and leaves. */
export async function verifiedMember(house: House): Promise<{ id: number; username: string }> {
  const made = await newMember(house)
  await house.server.database.run(`update member set identity_at = 1 where username = '${made.username}'`)
  return made
}

export interface Trader extends Visitor {
  readonly id: number
  /** Asks the API of the book as this member. */
  ask<T = unknown>(path: string, body?: object): Promise<T>
}

/** A new member who trades in a book. `settings` of it are kept from an earlier visit. */
export async function newTrader(house: House, book: 'futures' | 'oversea', settings: object = {}): Promise<Trader> {
  const { id, username } = await newMember(house)
  const session = await signIn(house.server, username)
  const visitor = await house.visit({
    as: session,
    stored: { [`maru:maru:${username}:${book}`]: JSON.stringify(settings) },
  })
  const ask = async <T>(path: string, body?: object) => {
    const answer = await house.server.call(`/api/${book}/${path}`, {
      token: session.accessToken,
      ...(body && { body, key: true }),
    })
    expect([answer.status, answer.body]).toEqual([200, answer.body])
    return answer.body as T
  }
  return { ...visitor, id, ask }
}
