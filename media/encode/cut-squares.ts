import sharp from 'sharp'

/** Pixels of a picture that is cut: it is decoded whole. */
const PIXELS_MAX = 64 * 1024 * 1024

/** Cuts the middle of a picture to squares with these sides, as WebP. @throws Error for what is no picture */
export const cutSquares = (picture: Uint8Array, sides: readonly number[]): Promise<Uint8Array[]> =>
  Promise.all(
    sides.map((side) =>
      sharp(picture, { limitInputPixels: PIXELS_MAX })
        .resize(side, side, { fit: 'cover' })
        .webp({ quality: 90 })
        .toBuffer(),
    ),
  )
