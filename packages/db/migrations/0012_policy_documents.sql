CREATE TABLE "policy_documents" (
	"tenant" text NOT NULL,
	"digest" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"kept_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_documents_tenant_digest_pk" PRIMARY KEY("tenant","digest")
);
