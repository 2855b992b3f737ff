// The thread that reads an imported calendar: whatever it holds, the server goes on.
import { parentPort, workerData } from 'node:worker_threads'
import { parseCalendar } from './parse.ts'

parentPort?.postMessage(parseCalendar(workerData as string))
