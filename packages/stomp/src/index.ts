export { encodeFrame, heartBeat } from './encode.ts'
export type { Frame } from './frame.ts'
export { type HeartBeat, negotiateHeartBeat } from './heart-beat.ts'
export { defaultLimits, type FrameLimits, maxMessageBytes } from './limits.ts'
export { FrameParser, type Parsed, type ParseError } from './parser.ts'
export { PreparedMessage } from './prepared-message.ts'
export {
  type Problem,
  type ProtocolReason,
  type SessionConfig,
  type SessionHost,
  StompSession,
  type Subscription,
  type Transport,
} from './session.ts'
export { attachSession, chooseProtocol, subProtocol, WebSocketTransport } from './websocket.ts'
