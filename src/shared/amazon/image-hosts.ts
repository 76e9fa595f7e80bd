/** Amazon's hosts of product pictures: the only ones that pictures are taken and shown from. */
export const imageHosts: readonly string[] = [
  'm.media-amazon.com',
  'images-na.ssl-images-amazon.com',
  'images-eu.ssl-images-amazon.com',
  'images-fe.ssl-images-amazon.com',
  'images-cn.ssl-images-amazon.com',
  'ecx.images-amazon.com',
  'g-ecx.images-amazon.com',
]
