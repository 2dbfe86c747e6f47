from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

identity = ec.generate_private_key(ec.SECP256R1())
sealing = AESGCM(AESGCM.generate_key(bit_length=256))
