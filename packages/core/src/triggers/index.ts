export { type Direction, Rank, TriggerBook, type TriggerHandle, type TriggerPrice } from './trigger-book.ts'
