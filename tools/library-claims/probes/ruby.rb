# Tells what installed Ruby libraries declare. Reads claims as JSON from stdin, writes looks as JSON to stdout.
require 'json'

LIBRARIES = %w[openssl digest securerandom net/http net/https jwt rbnacl net/ssh net/sftp bcrypt json/jwt
               attr_encrypted encryptor onelogin/ruby-saml xml_security lockbox aws-sdk-kms aws-sdk-s3 sshkey active_support
               active_support/message_encryptor active_support/message_verifier active_support/key_generator active_record
               faraday ed25519 x25519 argon2 scrypt].freeze

def silently
  kept = [$stdout, $stderr]
  $stdout = $stderr = File.open(File::NULL, 'w')
  yield
ensure
  $stdout, $stderr = kept
end

LIBRARIES.each do |name|
  silently { require name }
rescue LoadError, StandardError
  next
end

UNTOLD = { is: 'untold' }.freeze

def constant(path)
  found = Object
  path.split('.').each_with_index do |part, at|
    return [at.zero? ? :unknown : :missing, nil] unless part.match?(/\A[A-Z]\w*\z/) && found.respond_to?(:const_get)
    return [at.zero? ? :unknown : :missing, nil] unless found.const_defined?(part, at.zero?)
    found = found.const_get(part)
  end
  [:there, found]
rescue StandardError, LoadError
  [:unknown, nil]
end

def signature(method)
  listed = method.parameters
  more = listed.any? { |kind, _| %i[rest keyrest].include?(kind) }
  # An optional last hash takes any names, as Ruby's older libraries have them.
  more ||= listed.any? { |kind, name| %i[opt req].include?(kind) && name.to_s.match?(/\A(?:options|params|opts|attributes)\z/) }
  names = listed.reject { |kind, _| %i[rest keyrest block].include?(kind) }
  parameters = names.map { |_, name| name ? { name: name.to_s } : {} }
  { is: 'declared', signatures: [{ parameters: parameters, takesMore: more }] }
end

def look(claim)
  path, member = claim.values_at('path', 'member')
  if member.nil? && %w[call].include?(claim['kind'])
    path, _, name = path.rpartition('.')
    return UNTOLD if path.empty?
    state, owner = constant(path)
    return UNTOLD if state == :unknown
    return { is: 'missing', isTypeMissing: true } if state == :missing
    return signature(owner.method(name)) if owner.respond_to?(name, true)
    return { is: 'declared' } if owner.respond_to?(:const_defined?) && name.match?(/\A[A-Z]/) && owner.const_defined?(name)
    return { is: 'missing' }
  end
  state, owner = constant(path)
  return UNTOLD if state == :unknown
  return { is: 'missing', isTypeMissing: !member.nil? } if state == :missing
  return owner.respond_to?(:instance_method) ? signature(owner.instance_method(:initialize)) : UNTOLD if claim['kind'] == 'new'
  return { is: 'declared' } if member.nil?
  return UNTOLD unless owner.respond_to?(:method_defined?)
  name = claim['kind'] == 'property' && claim['key'].end_with?('=') ? "#{member}=" : member
  return { is: 'missing' } unless owner.method_defined?(name) || owner.private_method_defined?(name)
  signature(owner.instance_method(name))
end

def package_of(path)
  state, owner = constant(path.split('.').first.to_s)
  return nil unless state == :there
  file = Object.const_source_location(owner.name)&.first.to_s
  spec = Gem.loaded_specs.values.find { |one| file.start_with?(one.full_gem_path) }
  return { package: spec.name, version: spec.version.to_s } if spec && !spec.name.empty?
  return { package: 'ruby-openssl', version: OpenSSL::VERSION } if path.start_with?('OpenSSL')
  # What Debian packages without a gem's specification has no version that can be told here.
  { package: 'ruby', version: RUBY_VERSION } if path.match?(/\A(?:Digest|Net\.HTTP|SecureRandom)\b/)
end

answers = JSON.parse($stdin.read).map do |claim|
  { look: (look(claim) rescue UNTOLD), package: (package_of(claim['path']) rescue nil) }
end
$stdout.write(JSON.generate(answers))
