/** What a peer may send. Everything is bounded, so that no peer can fill the server's memory. */
export interface FrameLimits {
  readonly maxHeaders: number
  /** Command and headers with their line ends, in bytes. */
  readonly maxHeaderBytes: number
  readonly maxBodyBytes: number
  /** Frames that begin within one transport message. */
  readonly maxFramesPerMessage: number
}

export const defaultLimits: FrameLimits = {
  maxHeaders: 32,
  maxHeaderBytes: 8 * 1024,
  maxBodyBytes: 8 * 1024,
  maxFramesPerMessage: 64,
}

/** The largest transport message that can hold a legal frame; what is larger need not be read at all. */
export const maxMessageBytes = (limits: FrameLimits): number => limits.maxHeaderBytes + limits.maxBodyBytes + 1024
