CREATE TABLE "users" (
	"tenant" text NOT NULL,
	"sub" text NOT NULL,
	"preferred_username" text,
	"email" text,
	"groups" text[] DEFAULT '{}'::text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_tenant_sub_pk" PRIMARY KEY("tenant","sub")
);
