import { parentPort } from 'node:worker_threads'
import { type Job, run } from './runs.ts'

parentPort!.on('message', (job: Job) => parentPort!.postMessage(run(job)))
