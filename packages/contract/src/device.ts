/** Does a browser say that it runs on a phone or tablet? An iPad in desktop mode does not. */
export const isMobile = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && /Android|iPhone|iPad|iPod|Mobile|Windows Phone|SamsungBrowser/i.test(userAgent)
