import type { Settings } from '../../platform/config.ts'
import { createAppleSecret } from './apple-secret.ts'
import type { ProviderName } from './contract.ts'

/** A provider that people can sign in with, as this site is registered there. */
export type Provider = {
  name: ProviderName
  /** As people know it. */
  title: string
  issuer: URL
  scope: string
  /** How people come back: by an address, or by a form that the provider's page posts. */
  returnsBy: 'query' | 'form_post'
  clientId: string
  /** What shows the token endpoint that this site is asking. */
  clientSecret: (now: Date) => Promise<string>
}

/** The providers that are configured. Throws SettingsError when Apple's private key is none. */
export function configuredProviders({ google, apple, testOrigin }: Settings['providers']): Provider[] {
  const issuer = (name: ProviderName, address: string) =>
    new URL(testOrigin ? `${testOrigin}/${name}` : address)
  const providers: Provider[] = []
  if (google)
    providers.push({
      name: 'google',
      title: 'Google',
      issuer: issuer('google', 'https://accounts.google.com'),
      scope: 'openid email profile',
      returnsBy: 'query',
      clientId: google.clientId,
      clientSecret: async () => google.clientSecret,
    })
  if (apple)
    providers.push({
      name: 'apple',
      title: 'Apple',
      issuer: issuer('apple', 'https://appleid.apple.com'),
      scope: 'name email',
      // Apple gives name and address in no other way.
      returnsBy: 'form_post',
      clientId: apple.clientId,
      clientSecret: createAppleSecret(apple),
    })
  return providers
}
