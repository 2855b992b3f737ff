export * from './calls.ts'
export * from './demo-keys.ts'
export * from './keys.ts'
export * from './links.ts'
export * from './mail.ts'
export { NonceMemory } from './nonces.ts'
export * from './paths.ts'
export * from './providers.ts'
export {
  clockToleranceMs,
  type Headers,
  headerNames,
  nonceKeptMs,
  type RequestToSign,
  requestText,
  type SignatureFault,
  type Stamp,
  signAnswer,
  signRequest,
  type Verdict,
  verifyAnswer,
  verifyRequest,
} from './signature.ts'
export * from './statement.ts'
export * from './webhooks.ts'
