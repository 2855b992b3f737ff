import type { Answer, TestServer } from './harness.ts'
import { until } from './until.ts'

/** Calls of a trading book's API; `server` is asked for at each call. */
export function bookCalls<Order extends { readonly id: number }, Position>(
  book: 'futures' | 'oversea',
  server: () => TestServer,
) {
  const get = async (path: string, token?: string) => {
    const { status, body } = await server().call(path, token === undefined ? {} : { token })
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const post = (path: string, token: string, body: object, key: string | true = true): Promise<Answer> =>
    server().call(`/api/${book}/${path}`, { token, key, body })
  return {
    get,
    post,
    /** The same, and fails where it is refused. */
    async done(path: string, token: string, body: object) {
      const answer = await post(path, token, body)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    openOrders: (token: string): Promise<Order[]> => get(`/api/${book}/history/open_order`, token),
    openPositions: (token: string): Promise<Position[]> => get(`/api/${book}/history/open_position`, token),
    /** The order once it is over. */
    closedOrder: (token: string, id: number): Promise<Order> =>
      until(`the end of order ${id}`, async () =>
        (await get(`/api/${book}/history/list`, token)).find((order: Order) => order.id === id),
      ),
  }
}

/** Status and code of a refusal. */
export const refusal = ({ status, body }: Answer) => [status, body.code]
