/** Fastify that takes a stake's JSON and answers what the product answered, which is its argument: no token, no limit, no database. */
import Fastify from 'fastify'

const [port = '0', answer = '{}'] = process.argv.slice(2)
const sample: unknown = JSON.parse(answer)
const app = Fastify()
app.get('/readyz', () => ({}))
app.post('/api/trade/history/betting', () => sample)
process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(port), host: '127.0.0.1' })
