/** Offers a link to the programs of the device. Whoever closes their list has shared nothing: there is nothing to tell. */
export const shareLink = (url: string): Promise<void> => navigator.share({ url }).catch(() => undefined)
