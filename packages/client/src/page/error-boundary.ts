import { Component, type ReactNode } from 'react'
import { isChunkError, reloadOnceFor } from './chunk-recovery.ts'

interface Props {
  /** Another value (the next page) tries again. */
  resetKey: string
  /** What stands in place of what failed. */
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}
interface State {
  failed: { error: unknown; key: string } | null
}

/** Stands in place of a page that failed. A part of the code that cannot be loaded is tried again by one reload. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null }

  override componentDidCatch(error: unknown) {
    this.setState({ failed: { error, key: this.props.resetKey } })
    if (isChunkError(error)) reloadOnceFor(location.pathname)
  }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error, key: '' } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, { failed }: State): State | null {
    return failed && failed.key !== '' && failed.key !== resetKey ? { failed: null } : null
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.state.failed.error) : this.props.children
  }
}
